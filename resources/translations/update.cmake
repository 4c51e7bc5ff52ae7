# Updates the translation from the sources. It contains no line numbers, so that it changes only with texts:
#   cmake -DLUPDATE=… -DSCHEMA_TEXTS=… -DCORE_TEXTS=… -DFOLDER=… -P update.cmake
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH resources)
cmake_path(GET resources PARENT_PATH source)
set(texts ${FOLDER}/schema_texts.h)
set(core_texts ${FOLDER}/core_texts.h)
execute_process(COMMAND ${SCHEMA_TEXTS} OUTPUT_FILE ${texts} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CORE_TEXTS} ${source}/core ${core_texts} COMMAND_ERROR_IS_FATAL ANY)
set(update ${LUPDATE} -silent -no-obsolete -locations none -no-ui-lines -I ${source} ${source}/app ${source}/widgets ${texts} ${core_texts})
execute_process(COMMAND ${update} -ts ${FOLDER}/lensboard_de.ts COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${update} -pluralonly -ts ${FOLDER}/lensboard_en.ts COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${texts} ${core_texts})
