#pragma once

#include "core/experiment/field.h"

#include <QWidget>

#include <functional>

namespace lensboard::widgets {

class SectionForm;

/// A section of an experiment as rows of controls, one a key, edited as JSON, and a part for each object in it.
class SettingsForm final : public QWidget
{
    Q_OBJECT

public:
    /// Throws ExperimentError about keys that do not go together.
    using Check = std::function<void(const experiment::Json &)>;

    explicit SettingsForm(const experiment::Section &section, Check check = {}, QWidget *parent = nullptr);

    /// Shows \p value; keys that it lacks have their defaults.
    void setValue(const experiment::Json &value);
    void restoreDefaults();
    /// Returns the typed values. Untouched keys keep the given text and order.
    experiment::Json value() const;
    /// Why value() cannot be used, beginning with the row's name; empty if it can.
    QString problem() const { return m_problem; }

Q_SIGNALS:
    void changed();
    /// The focus came to a row: its name and help.
    void reached(const QString &help);

private:
    void check();
    QString inWords(const std::string &error) const;

    experiment::Section m_section;
    Check m_check;
    SectionForm *m_rows;
    QString m_problem;
};

} // namespace lensboard::widgets
