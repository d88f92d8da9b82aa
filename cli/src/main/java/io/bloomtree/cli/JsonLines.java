package io.bloomtree.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** The log for programs: an object on each line. Thread-safe. */
final class JsonLines extends Formatter {
  /*
   * Who says something about a node says it in this form, with the node and the line as parameters
   * (io.bloomtree.bus.Journal, io.bloomtree.cluster.ClusterLog): so the node is a field of its own
   * here, and not in the message again.
   */

  private static final String OWN_LOGGER = "io.bloomtree";
  private static final String ABOUT_A_NODE = "{0}: {1}";

  @Override public String format(LogRecord said) {
    var json = new LinkedHashMap<String, Object>();
    json.put("time", TextLines.time(said));
    json.put("level", TextLines.level(said));
    json.put("logger", String.valueOf(said.getLoggerName()));
    if (isAboutANode(said)) {
      json.put("node", String.valueOf(said.getParameters()[0]));
      json.put("message", String.valueOf(said.getParameters()[1]));
    } else {
      json.put("message", String.valueOf(formatMessage(said)));
    }
    // a record knows but the number of its thread; it is formatted by the thread that logs
    json.put("thread", Thread.currentThread().getName());
    if (said.getThrown() != null) {
      json.put("error", error(said.getThrown()));
    }
    return Json.of(json) + System.lineSeparator();
  }

  private static boolean isAboutANode(LogRecord said) {
    return OWN_LOGGER.equals(said.getLoggerName()) && ABOUT_A_NODE.equals(said.getMessage())
        && said.getParameters() != null && said.getParameters().length == 2;
  }

  private static Map<String, Object> error(Throwable thrown) {
    var stack = new StringWriter();
    thrown.printStackTrace(new PrintWriter(stack, true));
    var json = new LinkedHashMap<String, Object>();
    json.put("type", thrown.getClass().getName());
    json.put("message", String.valueOf(thrown.getMessage()));
    json.put("stack", stack.toString());
    return json;
  }
}
