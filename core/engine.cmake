# Lensboard::engine: what needs LibTorch. Linked by tests and C++ users; the application loads it as a module.
add_library(lensboard_engine STATIC
    hook/interruptible.cpp
    hook/model_tap.cpp
    hook/operator_taps.cpp
    hook/output_shapes.cpp
    hook/script_graph.cpp
    hook/script_taps.cpp
    hook/tap_point.cpp
    reducer/general_reducers.cpp
    reducer/reducer.cpp
    reducer/reducer_factory.cpp
    reducer/trace_reducers.cpp
    recorder/hook_registrator.cpp
    recorder/module_walk.cpp
    recorder/tensor_recorder.cpp
    monitor/monitor.cpp
    monitor/monitor_constructor.cpp
    monitor/monitors.cpp
    preprocessor/batch_statistics.cpp
    preprocessor/device_meter.cpp
    preprocessor/device_sums.cpp
    preprocessor/effective_rank_preprocessor.cpp
    preprocessor/explicit_call_preprocessor.cpp
    preprocessor/fused_kernels.cpp
    preprocessor/geometry_preprocessor.cpp
    preprocessor/gradient_noise_preprocessor.cpp
    preprocessor/histogram_preprocessor.cpp
    preprocessor/kept_matrix.cpp
    preprocessor/loss_module_preprocessor.cpp
    preprocessor/matrix_preprocessor.cpp
    preprocessor/measurement.cpp
    preprocessor/meter.cpp
    preprocessor/output_activation_preprocessor.cpp
    preprocessor/output_norm_preprocessor.cpp
    preprocessor/output_saturation_preprocessor.cpp
    preprocessor/output_sample.cpp
    preprocessor/parameter_condition_preprocessor.cpp
    preprocessor/tensor_access.cpp
    preprocessor/value_grid.cpp
    gatherer/background.cpp
    gatherer/gatherers.cpp
    gatherer/layer_share.cpp
    gatherer/memory_turns.cpp
    gatherer/source.cpp
    gatherer/step_costs.cpp
    gatherer/step_sampler.cpp
    lens/activation_lens.cpp
    lens/aggregation.cpp
    lens/custom_lens_adapter.cpp
    lens/batch_norm_drift_lens.cpp
    lens/data_lens.cpp
    lens/effective_rank_lens.cpp
    lens/geometry_lens.cpp
    lens/gradient_noise_lens.cpp
    lens/histogram_lens.cpp
    lens/learning_rate_lens.cpp
    lens/lens_factory.cpp
    lens/loss_metrics_lens.cpp
    lens/matrix_choice.cpp
    lens/module_types.cpp
    lens/monitor_lens.cpp
    lens/output_norm_lens.cpp
    lens/output_saturation_lens.cpp
    lens/saturating_types.cpp
    lens/parameter_choice.cpp
    lens/parameter_value_lens.cpp
    lens/plotter.cpp
    lens/process_figures_lens.cpp
    lens/process_visualizer.cpp
    lens/recorder_lens.cpp
    lens/tensor_shelf.cpp
    lens/weight_update_ratio_lens.cpp
    distributed/replica_check.cpp
    inspector/model_inspector.cpp
    loop/loop_inspector.cpp
    loop/loop_orders.cpp
    loop/loop_processes.cpp
    loop/ordered_loop.cpp
    loop/own_watchers.cpp
    loop/parsed_lens.cpp
    loop/run_recorder.cpp
    loop/saved_watchers.cpp
    loop/watched_models.cpp
    model/built_in_models.cpp
    model/eager_model.cpp
    model/layer_style.cpp
    model/leaky_integrate_and_fire.cpp
    model/memory_budget.cpp
    model/residual_network.cpp
    model/script_file.cpp
    model/script_model.cpp
    model/spiking_network.cpp
    model/torch_file.cpp
    model/transformer.cpp
    dataset/array_dataset.cpp
    dataset/array_tensor.cpp
    dataset/batch_loader.cpp
    dataset/byte_file.cpp
    dataset/byte_source.cpp
    dataset/cifar_dataset.cpp
    dataset/class_names.cpp
    dataset/csv_columns.cpp
    dataset/csv_dataset.cpp
    dataset/csv_records.cpp
    dataset/csv_table.cpp
    dataset/data_file.cpp
    dataset/dataset.cpp
    dataset/fashion_mnist.cpp
    dataset/file_activity.cpp
    dataset/idx_file.cpp
    dataset/normalisation.cpp
    dataset/npy_file.cpp
    dataset/number_array.cpp
    dataset/picture_file.cpp
    dataset/fingerprint.cpp
    dataset/picture_folder_dataset.cpp
    dataset/spirals.cpp
    dataset/split.cpp
    dataset/take_batch.cpp
    dataset/text_dataset.cpp
    dataset/text_file.cpp
    dataset/zip_file.cpp
    training/checkpoint.cpp
    training/device.cpp
    training/epoch_batches.cpp
    training/experiment_trainer.cpp
    training/gradient_clipping.cpp
    training/inspect_model.cpp
    training/learning_rate_schedule.cpp
    training/lens_setup.cpp
    training/model_setup.cpp
    training/objective.cpp
    training/optimizers.cpp
    training/plugin_lenses.cpp
    training/plugin_library.cpp
    training/plugin_trainer.cpp
    training/random_stream.cpp
    training/replicas.cpp
    training/scheduled_optimizer.cpp
    training/thread_choice.cpp
    training/thread_count.cpp
    training/training_state.cpp
    training/without_backtrace.cpp)
add_library(Lensboard::engine ALIAS lensboard_engine)
# The kernels are what watching and reading batches cost: fast in every preset.
set_source_files_properties(preprocessor/fused_kernels.cpp dataset/take_batch.cpp PROPERTIES COMPILE_OPTIONS -O3)
# LibTorch has a body for this in its header since some 2.x, and kept it to itself before.
find_file(batchnorm_header torch/nn/modules/batchnorm.h PATHS ${TORCH_INCLUDE_DIRS} NO_DEFAULT_PATH NO_CACHE REQUIRED)
file(STRINGS ${batchnorm_header} only_declared REGEX "void pretty_print.*;")
if(only_declared)
    target_sources(lensboard_engine PRIVATE hook/torch_symbols.cpp)
endif()
# at::RecordFunction has one member more without NDEBUG, which LibTorch as it is shipped was built with.
set_source_files_properties(hook/operator_taps.cpp PROPERTIES COMPILE_DEFINITIONS NDEBUG)
target_link_libraries(lensboard_engine PUBLIC lensboard_data PRIVATE ZLIB::ZLIB PNG::PNG JPEG::JPEG)
# Without it at::parallel_for is a plain loop.
target_link_libraries(lensboard_engine PRIVATE OpenMP::OpenMP_CXX)
# c10d is a part of LibTorch whose headers include Gloo's, in Debian's libgloo-dev. A header that Debian lacks is in distributed/missing.
find_file(autograd_context torch/csrc/distributed/autograd/context/context.h PATHS ${TORCH_INCLUDE_DIRS} NO_DEFAULT_PATH NO_CACHE)
if(NOT autograd_context)
    set(c10d_includes ${CMAKE_CURRENT_SOURCE_DIR}/distributed/missing)
endif()
lensboard_probe(LENSBOARD_HAS_C10D distributed/probe/c10d.cpp
    INCLUDES ${PROJECT_SOURCE_DIR} ${c10d_includes} ${TORCH_INCLUDE_DIRS} LIBRARIES ${TORCH_LIBRARIES})
lensboard_probe(LENSBOARD_HAS_NCCL distributed/probe/nccl.cpp INCLUDES ${TORCH_INCLUDE_DIRS} LIBRARIES ${TORCH_LIBRARIES})
if(LENSBOARD_HAS_C10D)
    lensboard_part("training in several processes" IN "")
else()
    lensboard_part("training in several processes" MISSING "${LENSBOARD_HAS_C10D_LOG}")
endif()
if(LENSBOARD_HAS_C10D AND LENSBOARD_HAS_NCCL)
    lensboard_part("several processes on GPUs, through NCCL" IN "")
else() # Debian has no LibTorch for CUDA.
    lensboard_part("several processes on GPUs, through NCCL" OUT "${LENSBOARD_HAS_NCCL_LOG}")
endif()
if(LENSBOARD_HAS_C10D)
    target_sources(lensboard_engine PRIVATE distributed/c10d_group.cpp distributed/meeting_point.cpp)
    set_source_files_properties(distributed/c10d_group.cpp distributed/meeting_point.cpp PROPERTIES
        INCLUDE_DIRECTORIES "${c10d_includes}" SKIP_UNITY_BUILD_INCLUSION ON)
    if(LENSBOARD_HAS_NCCL)
        set_property(SOURCE distributed/c10d_group.cpp APPEND PROPERTY COMPILE_DEFINITIONS USE_C10D_NCCL LENSBOARD_HAS_NCCL=1)
    endif()
else()
    target_sources(lensboard_engine PRIVATE distributed/not_built.cpp)
endif()
# LibTorch's headers are not ours to warn about; those who include them link lensboard_torch.
add_library(lensboard_torch INTERFACE)
target_include_directories(lensboard_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
target_link_libraries(lensboard_torch INTERFACE ${TORCH_LIBRARIES})
target_link_libraries(lensboard_engine PRIVATE $<BUILD_INTERFACE:lensboard_torch> INTERFACE $<INSTALL_INTERFACE:torch>)
# GCC 14 warns of std::vector<bool>::reserve(), as LibTorch's Function<T>::apply() calls it.
set_source_files_properties(model/leaky_integrate_and_fire.cpp PROPERTIES
    COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow>")
set_target_properties(lensboard_engine PROPERTIES EXPORT_NAME engine)
lensboard_unity(lensboard_engine)
lensboard_precompile(lensboard_engine PRIVATE ${standard_headers} <ATen/core/Tensor.h> <ATen/TensorOperators.h>)
set_source_files_properties(preprocessor/fused_kernels.cpp dataset/take_batch.cpp hook/operator_taps.cpp PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON) # are compiled otherwise, see above

add_library(lensboard_engine_module MODULE training/engine_module.cpp)
target_link_libraries(lensboard_engine_module PRIVATE lensboard_engine $<BUILD_INTERFACE:lensboard_torch>)
set_target_properties(lensboard_engine_module PROPERTIES PREFIX "" OUTPUT_NAME lensboard-engine)
