#pragma once

#include "core/experiment/field.h"
#include "core/record/message.h"

#include <QWidget>

#include <functional>

namespace lensboard::widgets {

class SectionForm;

/// A section of an experiment as one row of controls per key, with a part for each object in it. Values are JSON.
class SettingsForm final : public QWidget
{
    Q_OBJECT

public:
    /// Throws ExperimentError if keys contradict each other.
    using Check = std::function<void(const experiment::Json &)>;

    explicit SettingsForm(const experiment::Section &section, Check check = {}, QWidget *parent = nullptr);

    /// Shows \p value; missing keys show their defaults.
    void setValue(const experiment::Json &value);
    void restoreDefaults();
    /// Returns the typed values. Untouched keys keep the given text and order.
    experiment::Json value() const;
    /// Error that makes value() unusable, beginning with the row's name; or an empty string.
    QString problem() const { return m_problem; }

Q_SIGNALS:
    void changed();
    /// A row received the focus; \p help is its name and help.
    void reached(const QString &help);

private:
    void check();
    QString inWords(const record::Message &error) const;

    experiment::Section m_section;
    Check m_check;
    SectionForm *m_rows;
    QString m_problem;
};

} // namespace lensboard::widgets
