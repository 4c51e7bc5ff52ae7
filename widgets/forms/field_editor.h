#pragma once

#include "core/experiment/field.h"

#include <QString>

#include <functional>

class QWidget;

namespace lensboard::widgets {

/// The control for one key of a section.
struct FieldEditor
{
    QWidget *widget = nullptr; ///< null: no control for this type
    std::function<experiment::Json()> read;
    std::function<void(const experiment::Json &)> write;
};

/// Makes a control; objects and lists of objects have none. Calls \p edited after each change.
FieldEditor makeFieldEditor(const experiment::Field &field, QWidget *parent, const std::function<void()> &edited);

/// Returns \p help as a full sentence.
QString sentenceOf(const std::string &help);

} // namespace lensboard::widgets
