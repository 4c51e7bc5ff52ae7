#include "core/aten/aten_value.h"

#include "core/aten/aten_tensor.h"
#include "core/experiment/settings/fields.h"

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>

#include <variant>

namespace lensboard {

c10::IValue toIValue(const Value &value)
{
    return std::visit(settings::Overloaded{
        [](std::monostate) { return c10::IValue(); },
        [](const Tensor &tensor) { return c10::IValue(static_cast<const at::Tensor &>(tensor.detach().toHost())); },
        [](const Value::List &list) {
            c10::impl::GenericList all(c10::AnyType::get());
            for (const Value &item : list)
                all.push_back(toIValue(item));
            return c10::IValue(all);
        },
        [](const Value::Table &table) {
            c10::impl::GenericDict all(c10::StringType::get(), c10::AnyType::get());
            for (const auto &[name, item] : table)
                all.insert(name, toIValue(item));
            return c10::IValue(all);
        },
        [](const auto &plain) { return c10::IValue(plain); },
    }, value.any());
}

Value valueOf(const c10::IValue &value)
{
    if (value.isBool())
        return value.toBool();
    if (value.isInt())
        return value.toInt();
    if (value.isDouble())
        return value.toDouble();
    if (value.isString())
        return value.toStringRef();
    if (value.isTensor())
        return value.toTensor().defined() ? Value(Tensor(value.toTensor())) : Value();
    if (value.isList()) {
        Value::List all;
        for (const c10::IValue &item : value.toListRef())
            all.push_back(valueOf(item));
        return all;
    }
    if (value.isGenericDict()) {
        Value::Table all;
        for (const auto &entry : value.toGenericDict())
            if (entry.key().isString())
                all.emplace_back(entry.key().toStringRef(), valueOf(entry.value()));
        return all;
    }
    return {};
}

} // namespace lensboard
