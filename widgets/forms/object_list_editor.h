#pragma once

#include "widgets/forms/json_editor.h"

class QLabel;
class QListWidget;
class QMenu;
class QPushButton;

namespace lensboard::widgets {

class ObjectEditor;

/// Editor for a list of objects of different kinds, with the settings of the selected one.
class ObjectListEditor final : public JsonEditor
{
    Q_OBJECT

public:
    explicit ObjectListEditor(const experiment::Field &field, QWidget *parent = nullptr);

    void setValue(const experiment::Json &value) override;
    const experiment::Json &value() const override { return m_value; }
    void setProblems(const std::vector<experiment::Problem> &problems) override;
    QWidget *controlOf(const std::string &path) override;

private:
    QPushButton *addButton(const char *name, const QString &label, const QString &help, const QKeySequence &keys);
    void fillKinds();
    void add(const std::string &kind);
    void removeCurrent();
    void moveCurrent(int by);
    void change(const experiment::Json &value, int current);
    void showCurrent();
    std::size_t current() const;
    bool hasCurrent() const;

    experiment::Field m_field;
    experiment::Json m_value = experiment::Json::array();
    std::vector<experiment::Problem> m_problems;
    QListWidget *m_items;
    QMenu *m_kinds;
    QPushButton *m_remove;
    QPushButton *m_up;
    QPushButton *m_down;
    QLabel *m_problem;
    ObjectEditor *m_settings;
};

} // namespace lensboard::widgets
