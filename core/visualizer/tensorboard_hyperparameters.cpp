#include "core/visualizer/tensorboard_hyperparameters.h"

#include "tensorboard_event.pb.h"

#include <nlohmann/json.hpp>

namespace lensboard::visualizer {

using nlohmann::json;
using tensorboard::HParamsPluginData;

namespace {

HParamsPluginData::DataType typeOf(const json &value)
{
    return value.is_string()    ? HParamsPluginData::STRING
         : value.is_boolean()   ? HParamsPluginData::BOOL
         : value.is_number()    ? HParamsPluginData::FLOAT64
                                : HParamsPluginData::UNSET;
}

/// Leaves other types without a value.
void put(HParamsPluginData::Value &target, const json &value)
{
    if (value.is_string())
        target.set_string_value(value.get<std::string>());
    else if (value.is_boolean())
        target.set_bool_value(value.get<bool>());
    else if (value.is_number())
        target.set_number_value(value.get<double>());
}

} // namespace

std::vector<HyperparameterSummary> hyperparameterSummaries(const json &values, const json &metrics)
{
    HParamsPluginData experiment, start, end;
    start.mutable_session_start_info();
    for (const auto &[name, value] : values.items()) {
        auto &info = *experiment.mutable_experiment()->add_hparam_infos();
        info.set_name(name);
        info.set_type(typeOf(value));
        auto &hparam = *start.mutable_session_start_info()->add_hparams();
        hparam.set_key(name);
        put(*hparam.mutable_value(), value);
    }
    for (const json &tag : metrics)
        if (tag.is_string())
            experiment.mutable_experiment()->add_metric_infos()->mutable_name()->set_tag(tag.get<std::string>());
    end.mutable_session_end_info()->set_status(HParamsPluginData::SUCCESS);
    return {{"_hparams_/experiment", experiment.SerializeAsString()},
            {"_hparams_/session_start_info", start.SerializeAsString()},
            {"_hparams_/session_end_info", end.SerializeAsString()}};
}

} // namespace lensboard::visualizer
