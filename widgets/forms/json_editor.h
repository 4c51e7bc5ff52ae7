#pragma once

#include "core/experiment/problem.h"

#include <QWidget>

#include <string>
#include <utility>
#include <vector>

namespace lensboard::widgets {

/// Editor for a part of an experiment that is an object or a list. Untouched values keep their text: omissions, order and all
/// digits. Keys unknown to the schema are kept and reported.
class JsonEditor : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    virtual void setValue(const experiment::Json &value) = 0;
    virtual const experiment::Json &value() const = 0;
    /// Marks problems. Their paths are relative to this part.
    virtual void setProblems(const std::vector<experiment::Problem> &problems) = 0;
    /// Returns the control for the value at \p path, relative to this part; selects the item if it is in a list. Returns null if
    /// there is none, as for keys unknown to the schema.
    virtual QWidget *controlOf(const std::string &path) = 0;

Q_SIGNALS:
    /// The user changed the key at \p path, relative to this part.
    void edited(const QString &path);
    /// A control received the focus; \p help is its name and help.
    void reached(const QString &help);
};

/// Splits \p path into its first key and the rest.
std::pair<std::string, std::string> firstKey(const std::string &path);

/// Returns the \p problems at or below \p key, with paths relative to it.
std::vector<experiment::Problem> problemsBelow(const std::string &key, const std::vector<experiment::Problem> &problems);

} // namespace lensboard::widgets
