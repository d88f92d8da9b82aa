package io.bloomtree.topology;

import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a process listens. Immutable.
 *
 * @param host a name or an address; one of IPv6 without brackets
 * @param port 1 to 65535
 */
public record HostPort(String host, int port) {
  public static final int MAX_PORT = 0xFFFF;


  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");
  private static final Pattern IPV6 =
      Pattern.compile("(?=.*:.*:)[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9._-]{1,32})?");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|(0*:){2,7}0*1", Pattern.CASE_INSENSITIVE);
  private static final Pattern WRITTEN =
      Pattern.compile("(?:\\[([^\\[\\]]+:[^\\[\\]]*)]|([^:\\[\\]]+)):([1-9][0-9]{0,4})");

  public HostPort {
    requireNonNull(host, "host");
    if (!NAME.matcher(host).matches() && !IPV6.matcher(host).matches()) {
      throw new IllegalArgumentException("host must be a name or an address: host=" + host);
    }
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("port must be in 1.." + MAX_PORT + ": " + port);
    }
  }

  /**
   * What {@code host:port} says, or {@code [address]:port} for IPv6.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static HostPort parse(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must be host:port or [address]:port: " + text);
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return new HostPort(host, Integer.parseInt(matcher.group(3)));
  }

  /** Whether it is certain, without asking anybody, that this machine alone can reach it. */
  public boolean isLoopback() {
    return LOOPBACK.matcher(host).matches();
  }

  /** As {@link #parse} reads it. */
  @Override public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
