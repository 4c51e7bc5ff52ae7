# Files of the program for desktops, shells and man: desktop entry, metadata, file type, icons, manual pages and completion.
# Manual pages and completion are written by the program, from the texts of --help.
include(GNUInstallDirs)
set(documents ${PROJECT_BINARY_DIR}/documents)
set(manual ${documents}/man1/lensboard.1.gz)
set(completions ${documents}/lensboard.bash ${documents}/_lensboard ${documents}/lensboard.fish)
add_custom_command(OUTPUT ${manual} ${completions}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${documents}/man1
    COMMAND lensboard man --out ${documents}/man1
    COMMAND gzip --best --no-name --force --recursive ${documents}/man1
    COMMAND lensboard completion bash > ${documents}/lensboard.bash
    COMMAND lensboard completion zsh > ${documents}/_lensboard
    COMMAND lensboard completion fish > ${documents}/lensboard.fish
    DEPENDS lensboard COMMENT "Writing manual pages and completion" VERBATIM)
add_custom_target(documents ALL DEPENDS ${manual} ${completions})

set(desktop resources/desktop)
install(FILES ${desktop}/lensboard.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
install(FILES ${desktop}/lensboard.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT program)
install(FILES ${desktop}/lensboard-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME lensboard.xml COMPONENT program)
install(FILES resources/icons/lensboard.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT program)
install(FILES ${desktop}/lensboard-symbolic.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/symbolic/apps COMPONENT program)
install(DIRECTORY ${documents}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
install(FILES ${documents}/lensboard.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME lensboard COMPONENT program)
set(zsh site-functions)
if(EXISTS /etc/debian_version)
    set(zsh vendor-completions) # Debian's zsh does not read site-functions
endif()
install(FILES ${documents}/_lensboard DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh} COMPONENT program)
install(FILES ${documents}/lensboard.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
