#pragma once

#include "widgets/field_editor.h"

#include <QWidget>

#include <vector>

class QFormLayout;

namespace lensboard::widgets {

/// A section of an experiment as rows of controls, one a key, edited as JSON. Keys that hold objects have no row:
/// they keep what they were given.
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
    /// As it was typed. Keys that nobody touched are as they were given, to the last digit and in their order.
    experiment::Json value() const;
    /// Why value() cannot be used, beginning with the row's name; empty if it can.
    QString problem() const { return m_problem; }

Q_SIGNALS:
    void changed();
    /// The focus came to a row: its name and help.
    void reached(const QString &help);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Row
    {
        FieldEditor editor;
        experiment::Json given;
        experiment::Json untouched; ///< what the control reads as long as nobody touches it
    };
    void addRow(const experiment::Field &field, QFormLayout *layout);
    void check();
    QString inWords(const std::string &error) const;

    experiment::Section m_section;
    Check m_check;
    std::vector<Row> m_rows; ///< one a field
    QString m_problem;
    bool m_filling = false;
};

} // namespace lensboard::widgets
