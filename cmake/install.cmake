# `cmake --install`: the programs, what starts them, their manuals, and examples of configuration.
include(GNUInstallDirs)

install(TARGETS jipu jipud jipu-results RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
foreach(page jipu.1 jipud.toml.5 jipu-commands.7 jipud.8 jipu-results.8)
  string(REGEX REPLACE ".*\\." "" section ${page})
  install(FILES config/man/${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
endforeach()
install(FILES config/jipud.toml config/jipu-results.toml
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(FILES config/boards/reed-matrix.toml config/boards/hall-registers.toml
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/boards)

# The units name the programs by their path: that of the prefix at configuration time. systemd reads
# these folders below /usr and below /usr/local.
foreach(unit jipud@.service jipu-results.service)
  file(READ systemd/${unit} text)
  string(REPLACE "=/usr/bin/" "=${CMAKE_INSTALL_FULL_BINDIR}/" text "${text}")
  file(CONFIGURE OUTPUT systemd/${unit} CONTENT "${text}" @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/systemd/${unit} DESTINATION lib/systemd/system)
endforeach()
install(FILES systemd/sysusers.d/jipu.conf DESTINATION lib/sysusers.d)
install(FILES systemd/tmpfiles.d/jipu.conf DESTINATION lib/tmpfiles.d)
