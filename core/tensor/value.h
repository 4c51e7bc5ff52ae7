#pragma once

#include "core/tensor/tensor.h"

#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lensboard {

/// The content of a PyTorch file: plain values and tensors, in lists and tables.
/// Errors: std::bad_variant_access if the value is of another kind than requested; std::out_of_range if an entry is missing.
class Value
{
public:
    using List = std::vector<Value>;
    using Table = std::vector<std::pair<std::string, Value>>; ///< in the order of the file
    using Any = std::variant<std::monostate, bool, std::int64_t, double, std::string, Tensor, List, Table>;

    Value() = default;
    template <typename Kind>
        requires std::constructible_from<Any, Kind>
    Value(Kind &&value) : m_value(std::forward<Kind>(value)) {}
    Value(const char *text) : m_value(std::string(text)) {}
    Value(const Shape &shape) : m_value(List(shape.begin(), shape.end())) {}

    template <typename Kind> const Kind &as() const { return std::get<Kind>(m_value); }
    bool isTable() const { return std::holds_alternative<Table>(m_value); }
    const Any &any() const { return m_value; }

    /// Returns an entry of a table, or null.
    const Value *find(const std::string &name) const
    {
        for (const auto &[key, value] : as<Table>())
            if (key == name)
                return &value;
        return nullptr;
    }
    const Value &at(const std::string &name) const
    {
        if (const Value *found = find(name))
            return *found;
        throw std::out_of_range(name);
    }

private:
    Any m_value;
};

} // namespace lensboard
