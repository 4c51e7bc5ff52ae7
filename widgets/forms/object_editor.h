#pragma once

#include "widgets/forms/json_editor.h"

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace lensboard::widgets {

class SectionForm;

/// Editor for an object of an experiment: its kind, if there are several, and the settings of that kind.
class ObjectEditor final : public JsonEditor
{
    Q_OBJECT

public:
    enum class Kind {
        Chosen, ///< by the user in this editor
        Given   ///< by the creator of the object
    };
    explicit ObjectEditor(const experiment::Field &field, QWidget *parent = nullptr, Kind kind = Kind::Chosen);

    void setValue(const experiment::Json &value) override;
    const experiment::Json &value() const override { return m_value; }
    void setProblems(const std::vector<experiment::Problem> &problems) override;
    QWidget *controlOf(const std::string &path) override;

private:
    void buildKinds(Kind kind, QVBoxLayout *layout);
    void chooseKind(int index);
    const experiment::Section *sectionOf(const experiment::Json &value) const;
    void showSection(const experiment::Section *section);

    experiment::Field m_field;
    experiment::Json m_value;
    QComboBox *m_kinds = nullptr; ///< null: a single unnamed kind
    QLabel *m_help;
    QLabel *m_problem;
    SectionForm *m_form = nullptr;                  ///< null: unknown kind
    const experiment::Section *m_section = nullptr; ///< shown by the form
};

} // namespace lensboard::widgets
