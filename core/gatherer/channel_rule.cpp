#include "core/gatherer/channel_rule.h"

#include <algorithm>
#include <string_view>

namespace lensboard::gatherer {

namespace {

struct Units
{
    bool areLast = false;
    std::int64_t count = 0; ///< 0 if unknown
};

bool hasAny(std::string_view type, std::initializer_list<std::string_view> parts)
{
    return std::ranges::any_of(parts, [type](std::string_view part) { return type.find(part) != std::string_view::npos; });
}

/// Returns nullopt for types that keep the units of their input.
std::optional<bool> areUnitsLast(std::string_view type)
{
    const bool isOfPictures = type.ends_with("1d") || type.ends_with("2d") || type.ends_with("3d");
    if (isOfPictures || hasAny(type, {"BatchNorm", "GroupNorm", "InstanceNorm", "Pool"}))
        return false;
    if (hasAny(type, {"Linear", "LayerNorm", "RMSNorm", "Embedding", "Attention", "LSTM", "GRU", "RNN"}) || type.starts_with("Transformer")
        || type == "Bilinear" || type == "Conv1D") // the last is transformers' Linear
        return true;
    return std::nullopt;
}

/// Number of units, by the bias or the weight.
std::int64_t unitCount(const record::LayerInfo &module)
{
    const bool isTransposed = hasAny(module.type, {"Embedding", "Conv1D", "Norm"});
    std::int64_t count = 0;
    for (const record::ParameterInfo &parameter : module.parameters) {
        if (parameter.shape.empty())
            continue;
        if (parameter.name == "bias")
            return parameter.shape.front();
        if (count == 0 && parameter.name.find("weight") != std::string::npos)
            count = isTransposed ? parameter.shape.back() : module.type.starts_with("ConvTranspose") ? parameter.shape[1] : parameter.shape.front();
    }
    return count;
}

std::optional<Units> unitsOf(const record::LayerInfo &module)
{
    const auto areLast = areUnitsLast(module.type);
    return areLast ? std::optional(Units{*areLast, unitCount(module)}) : std::nullopt;
}

bool isWithin(std::string_view name, std::string_view scope)
{
    return scope.empty() || name == scope || (name.size() > scope.size() && name.starts_with(scope) && name[scope.size()] == '.');
}

std::string_view scopeOf(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

} // namespace

bool ChannelRule::isLast(const Shape &output)
{
    if (!m_tap || output.size() < 3)
        return false;
    const std::array key = {static_cast<std::int64_t>(output.size()), output[1], output.back()};
    if (std::exchange(m_key, key) != key)
        m_isLast = decided(output);
    return m_isLast;
}

bool ChannelRule::decided(const Shape &output) const
{
    const auto &modules = m_tap->modules();
    const record::LayerInfo &own = modules[m_module];
    if (const auto areLast = areUnitsLast(own.type))
        return *areLast;
    std::string_view scope = own.name;
    do {
        scope = scopeOf(scope);
        const auto fits = [&](hook::ModuleId id) -> std::optional<bool> {
            const auto units = isWithin(modules[id].name, scope) ? unitsOf(modules[id]) : std::nullopt;
            const bool isFitting = units && units->count > 0 && units->count == (units->areLast ? output.back() : output[1]);
            return isFitting ? std::optional(units->areLast) : std::nullopt;
        };
        for (hook::ModuleId id = m_module; id-- > 0;)
            if (const auto areLast = fits(id))
                return *areLast;
        for (hook::ModuleId id = m_module + 1; id < modules.size(); ++id)
            if (const auto areLast = fits(id))
                return *areLast;
    } while (!scope.empty());
    return false;
}

} // namespace lensboard::gatherer
