#pragma once

#include "core/experiment/field.h"

#include <QString>

#include <functional>

class QWidget;

namespace lensboard::widgets {

/// The control for one key of a section.
struct FieldEditor
{
    QWidget *widget = nullptr; ///< null: a key of this type has none
    std::function<experiment::Json()> read;
    std::function<void(const experiment::Json &)> write;
};

/// Objects and lists of them have no control. Calls \p edited whenever the value changed.
FieldEditor makeFieldEditor(const experiment::Field &field, QWidget *parent, const std::function<void()> &edited);

/// \p help as a sentence of its own.
QString sentenceOf(const std::string &help);

} // namespace lensboard::widgets
