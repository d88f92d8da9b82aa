package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvColumnTest {

  private static String key(CsvColumn column, String record) throws MalformedLineException {
    byte[] bytes = ("##" + record + "##").getBytes(UTF_8);
    return new String(column.key(bytes, 2, bytes.length - 2), UTF_8);
  }

  private static CsvColumn headed(String name, String heading) throws MalformedLineException {
    var column = CsvColumn.of(name, ',');
    byte[] bytes = heading.getBytes(UTF_8);
    assertThat(column.hasHeading()).isTrue();
    column.readHeading(bytes, 0, bytes.length);
    return column;
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
    "1 | a,b,c             | a",
    "3 | a,b,c             | c",
    "02| a,b,c             | b",
    "2 | a,\"b\",c         | b",
    "2 | a,\"b,\"\"x\"\"\" | b,\"x\"",
    "2 | a,\"\"\"\",c      | \"",
    "2 | \"a,\",b          | b",
    "1 | a\"b\",c          | a\"b\"",
    "1 | caf\u00e9         | caf\u00e9",
    "2 | a, b ,c           | ' b '",
  })
  void columnIsChosenByItsNumber(String number, String record, String key) throws Exception {
    assertThat(key(CsvColumn.of(number, ','), record)).isEqualTo(key.replace("'", ""));
  }

  @Test
  void emptyFieldsAreEmptyKeys() throws Exception {
    assertThat(key(CsvColumn.of("1", ','), "")).isEmpty();
    assertThat(key(CsvColumn.of("2", ','), "a,")).isEmpty();
    assertThat(key(CsvColumn.of("2", ','), "a,,c")).isEmpty();
    assertThat(key(CsvColumn.of("1", ','), "\"\",c")).isEmpty();
  }

  @Test
  void newlinesInQuotesBelongToTheKey() throws Exception {
    assertThat(key(CsvColumn.of("2", ','), "a,\"b\r\nc\"")).isEqualTo("b\r\nc");
  }

  @Test
  void otherDelimitersLeaveCommasAlone() throws Exception {
    assertThat(key(CsvColumn.of("2", '\t'), "a,b\tc,d\te")).isEqualTo("c,d");
  }

  @Test
  void columnIsFoundInTheHeading() throws Exception {
    assertThat(key(headed("url", "id,\"url\",at"), "1,x,2")).isEqualTo("x");
    assertThat(key(headed("id", "\uFEFFid,url"), "1,x")).isEqualTo("1");
    assertThat(key(headed("id", "\uFEFF\"id\",url"), "1,x")).isEqualTo("1");
    assertThat(CsvColumn.of("3", ',').hasHeading()).isFalse();
  }

  @Test
  void headingWithoutTheColumnIsToldWithThoseItHas() {
    assertThatThrownBy(() -> headed("uri", "id,url"))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("no column 'uri' in the heading: id, url");
    assertThatThrownBy(() -> headed("id", "id,url,id"))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("the heading has two columns 'id': choose one by its number, csv:1");
  }

  @Test
  void brokenRecordsAreMalformedEvenBehindTheKey() {
    var column = CsvColumn.of("1", ',');

    assertThatThrownBy(() -> key(CsvColumn.of("3", ','), "a,b"))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("no column 3: the record has 2 columns");
    assertThatThrownBy(() -> column.key("a,\"b".getBytes(UTF_8), 0, 4))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("a quote is opened and not closed");
    assertThatThrownBy(() -> column.key("a,\"b\"c".getBytes(UTF_8), 0, 6))
        .isInstanceOf(MalformedLineException.class)
        .hasMessage("text behind a closing quote");
  }
}
