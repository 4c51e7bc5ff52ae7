#pragma once

#include "core/experiment/problem.h"

#include <QWidget>

#include <string>
#include <utility>
#include <vector>

namespace lensboard::widgets {

/// Edits a part of an experiment that has parts itself. What the user does not touch stays as it was given: left out, in its
/// order, to the last digit; and what the schema does not know is kept, to be complained about.
class JsonEditor : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    virtual void setValue(const experiment::Json &value) = 0;
    virtual const experiment::Json &value() const = 0;
    /// Marks what is wrong. Paths begin below this part.
    virtual void setProblems(const std::vector<experiment::Problem> &problems) = 0;
    /// What the value at \p path, which begins below this part, is edited with; of a list, its item is chosen for that.
    /// Null if nothing does, as for keys that the schema does not know.
    virtual QWidget *controlOf(const std::string &path) = 0;

Q_SIGNALS:
    /// By the user. \p path is that of the key, below this part.
    void edited(const QString &path);
    /// The focus came to a control: its name and help.
    void reached(const QString &help);
};

/// The first key of \p path, and what follows below it.
std::pair<std::string, std::string> firstKey(const std::string &path);

/// Those of \p problems that are about \p key or what is below it, by the path from there.
std::vector<experiment::Problem> problemsBelow(const std::string &key, const std::vector<experiment::Problem> &problems);

} // namespace lensboard::widgets
