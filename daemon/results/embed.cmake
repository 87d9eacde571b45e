# Writes static/'s files into one C++ source: cmake -DOUT=... -DDIR=... -DFILES=a;b -P embed.cmake
# Each file becomes an array of bytes with its type and a hash of its content as ETag.
set(body "")
set(table "")
set(index 0)
foreach(name ${FILES})
  file(READ ${DIR}/${name} hex HEX)
  file(SHA256 ${DIR}/${name} hash)
  string(SUBSTRING ${hash} 0 16 hash)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," hex "${hex}")
  if(name MATCHES "\\.html$")
    set(type "text/html; charset=utf-8")
  elseif(name MATCHES "\\.css$")
    set(type "text/css; charset=utf-8")
  elseif(name MATCHES "\\.js$")
    set(type "text/javascript; charset=utf-8")
  elseif(name MATCHES "\\.svg$")
    set(type "image/svg+xml")
  else()
    message(FATAL_ERROR "${name}: no content type is known for it")
  endif()
  string(APPEND body "constexpr char bytes_${index}[] = {\n${hex}'\\0'};\n")
  string(APPEND table "    Asset{\"${name}\", \"${type}\", \"\\\"${hash}\\\"\",\n"
         "          {bytes_${index}, sizeof bytes_${index} - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT}.new "// Generated from daemon/results/static by embed.cmake.
#include \"daemon/results/assets.hpp\"

#include <array>

namespace jipu::results {
namespace {
${body}
constexpr std::array assets{
${table}};
} // namespace

const Asset* find_asset(std::string_view name) {
    for (const auto& asset : assets)
        if (asset.name == name) return &asset;
    return nullptr;
}

} // namespace jipu::results
")
file(RENAME ${OUT}.new ${OUT})
