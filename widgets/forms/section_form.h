#pragma once

#include "widgets/forms/field_editor.h"
#include "widgets/forms/json_editor.h"

#include <vector>

class QFormLayout;
class QLabel;
class QVBoxLayout;

namespace lensboard::widgets {

class AdvancedRows;

/// Form of a section: a row of controls per key, problems below the row. Objects and lists of objects have their own parts with
/// headings. Advanced keys are folded at the end while they have defaults and no problems. Keys with a single valid value have no
/// row. Labels of a form and its parts have equal width.
class SectionForm final : public JsonEditor
{
    Q_OBJECT

public:
    explicit SectionForm(const experiment::Section &section, QWidget *parent = nullptr);

    /// Keys missing in \p value show their defaults and stay omitted until changed.
    void setValue(const experiment::Json &value) override;
    const experiment::Json &value() const override { return m_value; }
    void setProblems(const std::vector<experiment::Problem> &problems) override;
    QWidget *controlOf(const std::string &path) override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Row
    {
        FieldEditor control;
        JsonEditor *part = nullptr; ///< used instead of a control
        QFormLayout *layout = nullptr;
        QLabel *problem = nullptr;    ///< created with the first problem
        QString help;
        experiment::Json given;       ///< null: omitted
        experiment::Json untouched{}; ///< value of the control before it is touched
    };
    int commonLabelWidth() const;
    void addRows(QVBoxLayout *layout);
    void addAdvancedRows(QVBoxLayout *layout);
    void addControl(std::size_t index, QFormLayout *layout);
    void addPart(std::size_t index, QVBoxLayout *layout);
    void unfoldIf(std::size_t index, bool isOfInterest);
    void fill(std::size_t index);
    void take(std::size_t index);
    void put(const experiment::Field &field, const experiment::Json &value);
    void mark(Row &row, const std::vector<experiment::Problem> &problems);
    QLabel *problemLabel(Row &row);

    experiment::Section m_section;
    int m_labelWidth; ///< pixels
    AdvancedRows *m_advanced = nullptr; ///< null: no advanced keys
    experiment::Json m_value = experiment::Json::object();
    std::vector<Row> m_rows; ///< one per field
    QLabel *m_problem = nullptr; ///< problems of keys without a row; created with the first problem
    std::vector<experiment::Problem> m_problems;
    bool m_filling = false;
};

/// Returns \p object with \p value at \p key, at its old position or in the order of \p section.
experiment::Json withValue(const experiment::Json &object, const experiment::Section &section, const std::string &key,
                           const experiment::Json &value);

} // namespace lensboard::widgets
