#include "core/import/tensorboard/hyperparameters.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/text_number.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace lensboard::imports {

namespace {

nlohmann::json toJson(const std::string &text)
{
    const auto number = record::numberFromText(text);
    if (!number || !std::isfinite(*number))
        return bytes::validUtf8(text);
    const auto whole = static_cast<std::int64_t>(std::abs(*number) < 1e15 ? *number : 0.5);
    if (static_cast<double>(whole) == *number)
        return whole;
    return *number;
}

} // namespace

std::string hyperparameterText(const std::map<std::string, std::string> &values)
{
    nlohmann::json parameters = nlohmann::json::object();
    for (const auto &[name, text] : values)
        parameters[bytes::validUtf8(name)] = toJson(text);
    return parameters.empty() ? std::string() : nlohmann::json{{"hparams", parameters}}.dump();
}

} // namespace lensboard::imports
