#pragma once

#include "core/experiment/problem.h"

#include <QWidget>

namespace lensboard::widgets {

/// Edits a part of an experiment that has parts itself. What nobody touches stays as it was given: left out, in its
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

Q_SIGNALS:
    /// By the user. \p path is that of the key, below this part.
    void edited(const QString &path);
    /// The focus came to a control: its name and help.
    void reached(const QString &help);
};

/// Those of \p problems that are about \p key or what is below it, by the path from there.
std::vector<experiment::Problem> problemsBelow(const std::string &key, const std::vector<experiment::Problem> &problems);

} // namespace lensboard::widgets
