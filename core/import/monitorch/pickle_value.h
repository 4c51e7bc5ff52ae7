#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lensboard::imports {

/// The globals that recordings and numbers of NumPy use; all others are refused. None is ever called.
enum class PickleGlobal { OrderedDict, TagAttributes, TagType, Getattr, NumpyDtype, NumpyScalar, Encode };

using PickleIndex = std::uint32_t; ///< index into Pickle::nodes

struct PickleTuple
{
    std::vector<PickleIndex> items;
};

struct PickleList
{
    std::vector<PickleIndex> items;
};

/// A dict or OrderedDict. If a key occurs twice, the last value counts.
struct PickleDict
{
    std::vector<std::pair<PickleIndex, PickleIndex>> items;
};

/// The description of an instance. Nothing was constructed.
struct PickleObject
{
    PickleGlobal type;
    std::optional<PickleIndex> argument = std::nullopt; ///< number of a TagType, or code of a NumpyDtype
    std::optional<PickleIndex> state = std::nullopt;    ///< attributes of a TagAttributes, or state of a NumpyDtype
};

using PickleNode = std::variant<std::monostate, bool, std::int64_t, double, std::string, PickleTuple, PickleList,
                                PickleDict, PickleGlobal, PickleObject>;

/// The value tree of a pickle. Nodes refer to each other by index, so self-references and a node shared a billion times take no
/// more memory than their bytes in the pickle. Callers must limit their traversal.
struct Pickle
{
    std::vector<PickleNode> nodes;
    PickleIndex root = 0;
    std::size_t length = 0; ///< in bytes

    template <typename T>
    const T *get(PickleIndex index) const
    {
        return std::get_if<T>(&nodes[index]);
    }
    std::optional<PickleIndex> entry(const PickleDict &dict, std::string_view key) const
    {
        for (auto item = dict.items.rbegin(); item != dict.items.rend(); ++item)
            if (const auto *text = get<std::string>(item->first); text && *text == key)
                return item->second;
        return std::nullopt;
    }
    /// Returns the number; also converts int and bool. nullopt for other nodes.
    std::optional<double> number(PickleIndex index) const
    {
        if (const auto *real = get<double>(index))
            return *real;
        if (const auto *integer = get<std::int64_t>(index))
            return static_cast<double>(*integer);
        if (const auto *truth = get<bool>(index))
            return *truth ? 1.0 : 0.0;
        return std::nullopt;
    }
};

} // namespace lensboard::imports
