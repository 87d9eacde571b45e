# `cmake --install`: the programs, what starts them, their manuals, and examples of configuration.
include(GNUInstallDirs)

install(TARGETS jipu jipud jipu-results RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
foreach(page jipu.1 jipud.toml.5 jipu-commands.7 jipud.8 jipu-results.8)
  string(REGEX REPLACE ".*\\." "" section ${page})
  install(FILES config/man/${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
endforeach()
install(FILES config/jipud.toml config/jipu-results.toml
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(DIRECTORY config/boards/
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/boards)

# The units name the programs by their path: that of the prefix at configuration time. systemd reads
# these folders below /usr and below /usr/local. jipud.service is jipud@ for the board of jipud.toml.
function(jipu_unit from to)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS systemd/${from})
  file(READ systemd/${from} text)
  string(REPLACE "=/usr/bin/" "=${CMAKE_INSTALL_FULL_BINDIR}/" text "${text}")
  foreach(pair ${ARGN})
    string(REPLACE "|" ";" pair ${pair})
    list(GET pair 0 old)
    list(GET pair 1 new)
    string(REPLACE "${old}" "${new}" text "${text}")
  endforeach()
  file(CONFIGURE OUTPUT systemd/${to} CONTENT "${text}" @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/systemd/${to} DESTINATION lib/systemd/system)
endfunction()
jipu_unit(jipud@.service jipud@.service)
jipu_unit(jipud@.service jipud.service "/%i.toml|/jipud.toml" "board %i|the board")
jipu_unit(jipu-results.service jipu-results.service)
foreach(kind sysusers.d tmpfiles.d)
  install(FILES systemd/${kind}/jipu.conf systemd/${kind}/jipu-results.conf DESTINATION lib/${kind})
endforeach()
install(FILES systemd/udev/60-jipu.rules DESTINATION lib/udev/rules.d)
