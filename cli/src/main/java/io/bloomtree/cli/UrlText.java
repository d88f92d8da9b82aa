package io.bloomtree.cli;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An address of the HTTP API, as options have it. */
final class UrlText implements ITypeConverter<URI> {
  @Override public URI convert(String text) {
    try {
      URI url = new URI(text);
      if (url.getHost() != null && ("http".equals(url.getScheme())
          || "https".equals(url.getScheme()))) {
        return url;
      }
    } catch (URISyntaxException e) {
      // said below, in words of ours
    }
    throw new TypeConversionException("must be http://HOST:PORT or https://HOST:PORT: " + text);
  }
}
