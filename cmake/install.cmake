# Headers, the CMake package, the pkg-config file, and the archives that CPack makes of them.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/accrue)

if(CMAKE_VERSION VERSION_LESS 3.23)
  install(TARGETS accrue EXPORT accrueTargets)
  install(DIRECTORY include/accrue DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
else()
  install(TARGETS accrue EXPORT accrueTargets FILE_SET HEADERS)
endif()
install(EXPORT accrueTargets NAMESPACE accrue:: DESTINATION ${package_dir})

configure_package_config_file(cmake/accrueConfig.cmake.in accrueConfig.cmake INSTALL_DESTINATION ${package_dir}
                              NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may change bits.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
else()
  set(compatibility SameMajorVersion)
endif()
write_basic_package_version_file(accrueConfigVersion.cmake COMPATIBILITY ${compatibility} ARCH_INDEPENDENT)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/accrueConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/accrueConfigVersion.cmake
        DESTINATION ${package_dir})

if(ACCRUE_NO_XSIMD)
  set(pkg_config_definitions " -DACCRUE_NO_XSIMD")
endif()
configure_file(cmake/accrue.pc.in accrue.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/accrue.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME libaccrue-dev)
set(CPACK_PACKAGE_CONTACT "accrue contributors")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS libxsimd-dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGE_FILE_NAME accrue-${PROJECT_VERSION})
include(CPack)
