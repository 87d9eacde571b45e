# jipu_room(NAME [SOURCES ...] [USES ...]): one room as one static library `jipu_NAME`.
# A room with headers alone is an interface library. Includes are written from the top of the tree.
set(JIPU_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
    -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Wimplicit-fallthrough)
if(JIPU_WERROR)
  list(APPEND JIPU_WARNINGS -Werror)
endif()

# g++ 13 and later suspect values inside std::variant and std::optional that were never there.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND JIPU_WARNINGS -Wno-error=maybe-uninitialized)
endif()

add_library(jipu_options INTERFACE)
target_include_directories(jipu_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(jipu_options INTERFACE ${JIPU_WARNINGS})
# A recorded trace replays to the same bytes on every machine: g++ fuses a*b+c where the processor can
# (arm64), which rounds once less, and a cost near a bound falls on its other side.
target_compile_options(jipu_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
# Debian 12's Boost 1.74 Asio needs <utility> first under C++20.
target_compile_options(jipu_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-include utility>)
if(JIPU_SANITIZE)
  target_compile_options(jipu_options INTERFACE -fsanitize=${JIPU_SANITIZE}
                         -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(jipu_options INTERFACE -fsanitize=${JIPU_SANITIZE})
  if(JIPU_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ says that it does not see Asio's fences; what they order is behind Asio's mutexes as well.
    target_compile_options(jipu_options INTERFACE -Wno-tsan)
  endif()
endif()

if(JIPU_FUZZ)
  # Coverage of the rooms guides the fuzzer; only a fuzz target itself links libFuzzer's main.
  target_compile_options(jipu_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(jipu_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

function(jipu_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;USES" ${ARGN})
  if(ROOM_SOURCES)
    add_library(jipu_${name} STATIC ${ROOM_SOURCES})
    target_link_libraries(jipu_${name} PUBLIC jipu_options ${ROOM_USES})
  else()
    add_library(jipu_${name} INTERFACE)
    target_link_libraries(jipu_${name} INTERFACE jipu_options ${ROOM_USES})
  endif()
endfunction()

# jipu_small(TARGET...): what talks to people and files, not to sensors, is compiled for size: jipud
# stays under 20 MB, of which its own code is the largest part after the libraries.
function(jipu_small)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-Os>)
  endforeach()
endfunction()
