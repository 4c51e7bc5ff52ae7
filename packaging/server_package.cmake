# Settings of cpack for the Debian package lensboard-server, for machines with runs to be viewed on another machine.
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL server)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "the developers of Lensboard")
set(CPACK_DEBIAN_SERVER_PACKAGE_NAME lensboard-server)
set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION science)
set(CPACK_DEBIAN_SERVER_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS openssh-server)
set(CPACK_COMPONENT_SERVER_DESCRIPTION "shows runs of this machine to Lensboard elsewhere
 A window or a command on another machine starts it through ssh. It reads runs of
 Lensboard, TensorBoard, monitorch and others below one folder, and writes nothing.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
