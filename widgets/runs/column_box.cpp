#include "widgets/runs/column_box.h"

#include "widgets/models/run_list_model.h"

#include <QSignalBlocker>

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr int kFewestLetters = 16;

} // namespace

ColumnBox::ColumnBox(QWidget *parent) : QComboBox(parent)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(kFewestLetters);
    connect(this, &QComboBox::activated, this, [this] {
        m_choice = column();
        Q_EMIT columnChosen();
    });
}

void ColumnBox::setColumns(const std::vector<runs::RunColumn> &columns)
{
    if (columns == m_columns)
        return;
    m_columns = columns;
    const QSignalBlocker quiet(this);
    clear();
    for (const runs::RunColumn &column : columns)
        addItem(columnTitle(column));
    showChoice();
}

void ColumnBox::choose(const std::optional<runs::RunColumn> &column)
{
    m_choice = column;
    const QSignalBlocker quiet(this);
    showChoice();
}

void ColumnBox::showChoice()
{
    const auto chosen = m_choice ? std::ranges::find(m_columns, *m_choice) : m_columns.end();
    if (!m_columns.empty())
        setCurrentIndex(chosen == m_columns.end() ? 0 : static_cast<int>(chosen - m_columns.begin()));
}

std::optional<runs::RunColumn> ColumnBox::column() const
{
    const auto index = static_cast<std::size_t>(currentIndex());
    return index < m_columns.size() ? std::optional(m_columns[index]) : std::nullopt;
}

} // namespace lensboard::widgets
