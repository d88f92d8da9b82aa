package io.bloomtree.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.bloomtree.bus.TreeView;

/** The sight of a tree as the HTTP API has it. */
final class TreeViewJson {
  private static final ObjectMapper JSON = JsonMapper.builder()
      // of a later version, which knows more
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .build();

  private TreeViewJson() {}

  static TreeView read(String json) throws JsonProcessingException {
    TreeView view = JSON.readValue(json, TreeView.class);
    if (view == null || view.tree() == null) {
      throw new JsonProcessingException("it names no tree") {
        private static final long serialVersionUID = 1;
      };
    }
    return view;
  }

  /** What a refusal says of itself: the detail or title of a problem, if it is one. */
  static String reason(String body, int status) {
    try {
      var problem = JSON.readTree(body);
      String said = problem.path("detail").asText(problem.path("title").asText());
      return said.isEmpty() ? "status " + status : said;
    } catch (JsonProcessingException e) {
      return "status " + status;
    }
  }
}
