# Lensboard::measure: what is computed of tensors and recorded of a training. It sees tensors as views, and needs no LibTorch: the PyTorch
# that a process has, C++'s or Python's, does what is not done here; see tensor/library.h.
add_library(lensboard_measure STATIC
    distributed/replica_check.cpp
    gatherer/absence.cpp
    gatherer/background.cpp
    gatherer/channel_rule.cpp
    gatherer/gatherers.cpp
    gatherer/layer_share.cpp
    gatherer/memory_turns.cpp
    gatherer/moment_source.cpp
    gatherer/part_sums.cpp
    gatherer/source.cpp
    gatherer/step_costs.cpp
    gatherer/step_sampler.cpp
    hook/model_tap.cpp
    hook/optimizer_moments.cpp
    hook/optimizer_steps.cpp
    hook/output_shapes.cpp
    hook/tap_point.cpp
    inspector/model_inspector.cpp
    lens/activation_lens.cpp
    lens/adam_moments_lens.cpp
    lens/aggregation.cpp
    lens/batch_norm_drift_lens.cpp
    lens/custom_lens_adapter.cpp
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
    lens/parameter_choice.cpp
    lens/parameter_value_lens.cpp
    lens/plotter.cpp
    lens/process_figures_lens.cpp
    lens/process_visualizer.cpp
    lens/recorder_lens.cpp
    lens/saturating_types.cpp
    lens/tensor_shelf.cpp
    lens/weight_update_ratio_lens.cpp
    loop/loop_inspector.cpp
    loop/loop_orders.cpp
    loop/loop_processes.cpp
    loop/own_watchers.cpp
    loop/parsed_lens.cpp
    loop/run_recorder.cpp
    loop/saved_watchers.cpp
    loop/watched_models.cpp
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
    preprocessor/moments_preprocessor.cpp
    preprocessor/output_activation_preprocessor.cpp
    preprocessor/output_norm_preprocessor.cpp
    preprocessor/output_sample.cpp
    preprocessor/output_saturation_preprocessor.cpp
    preprocessor/parameter_condition_preprocessor.cpp
    preprocessor/tensor_access.cpp
    preprocessor/value_grid.cpp
    recorder/hook_registrator.cpp
    recorder/module_walk.cpp
    recorder/tensor_recorder.cpp
    reducer/general_reducers.cpp
    reducer/reducer.cpp
    reducer/reducer_factory.cpp
    reducer/trace_reducers.cpp
    tensor/parallel.cpp
    tensor/tensor.cpp
    tensor/tensor_list.cpp)
add_library(Lensboard::measure ALIAS lensboard_measure)
set_target_properties(lensboard_measure PROPERTIES EXPORT_NAME measure)
# The kernels are what watching costs: fast in every preset.
set_source_files_properties(preprocessor/fused_kernels.cpp PROPERTIES COMPILE_OPTIONS -O3 SKIP_PRECOMPILE_HEADERS ON)
target_link_libraries(lensboard_measure PUBLIC lensboard_data PRIVATE ${CMAKE_DL_LIBS})
lensboard_unity(lensboard_measure)
lensboard_precompile(lensboard_measure PRIVATE ${standard_headers})
