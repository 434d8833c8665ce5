#include "formats/x/bytes/x_header.h"

#include <gtest/gtest.h>

#include "formats/x/x_bytes.h"

namespace skelter {
namespace {

std::string error_of(std::string_view header) {
  const Result<XHeader> result = parse_x_header(test::to_bytes(header), "a.x");
  return result ? "accepted" : to_string(result.error());
}

TEST(XHeader, all_four_encodings_are_distinguished) {
  const struct {
    const char* header;
    XEncoding encoding;
    int version;
    int float_bits;
  } rows[] = {{"xof 0302txt 0064", XEncoding::text, 302, 64},
              {"xof 0303bin 0032", XEncoding::binary, 303, 32},
              {"xof 0303tzip0032", XEncoding::text_compressed, 303, 32},
              {"xof 0303bzip0064", XEncoding::binary_compressed, 303, 64}};
  for (const auto& row : rows) {
    const Result<XHeader> header = parse_x_header(test::to_bytes(row.header));
    ASSERT_TRUE(header) << row.header;
    EXPECT_EQ(header->encoding, row.encoding);
    EXPECT_EQ(header->version, row.version);
    EXPECT_EQ(header->float_bits, row.float_bits);
  }
}

TEST(XHeader, bytes_after_the_first_16_are_ignored) {
  EXPECT_EQ(error_of("xof 0303txt 0032Frame{}"), "accepted");
}

// Rows 1 to 4 of the conformance table.
TEST(XHeader, wrong_headers_are_refused_with_what_was_found) {
  EXPECT_EQ(error_of("xOf 0302txt 0064"), "a.x: byte 0: bad file type 'xOf '; expected 'xof '");
  EXPECT_EQ(error_of("xof 0102txt 0064"), "a.x: byte 4: bad version '0102'; expected '0302' or '0303'");
  for (const std::string type : {"foo ", "cmp ", "com ", "xxxx", "TXT "})
    EXPECT_EQ(error_of("xof 0302" + type + "0064"),
              "a.x: byte 8: bad file type '" + type + "'; expected 'txt ', 'bin ', 'tzip' or 'bzip'");
  EXPECT_EQ(error_of("xof 0302txt 0050"), "a.x: byte 12: bad float size '0050'; expected '0032' or '0064'");
}

TEST(XHeader, unprintable_bytes_are_shown_as_hexadecimal) {
  EXPECT_EQ(error_of(std::string_view("\x7F"
                                      "EL\x01 0302txt 00",
                                      16)),
            "a.x: byte 0: bad file type '\\x7fEL\\x01'; expected 'xof '");
}

TEST(XHeader, short_files_are_refused) {
  EXPECT_EQ(error_of(""), "a.x: byte 0: file of 0 bytes; expected a 16-byte header");
  EXPECT_EQ(error_of("xof 0302txt 006"), "a.x: byte 15: file of 15 bytes; expected a 16-byte header");
}

TEST(XHeader, encodings_have_names_for_people) {
  EXPECT_EQ(to_text(XEncoding::text), "text");
  EXPECT_EQ(to_text(XEncoding::binary), "binary");
  EXPECT_EQ(to_text(XEncoding::text_compressed), "text-compressed");
  EXPECT_EQ(to_text(XEncoding::binary_compressed), "binary-compressed");
}

}  // namespace
}  // namespace skelter
