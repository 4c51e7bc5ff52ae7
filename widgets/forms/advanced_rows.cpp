#include "widgets/forms/advanced_rows.h"

#include <QFormLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace lensboard::widgets {

QFormLayout *makeFormRows(QWidget *parent)
{
    auto *rows = new QFormLayout(parent);
    rows->setHorizontalSpacing(12);
    rows->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    return rows;
}

AdvancedRows::AdvancedRows(QWidget *parent)
    : QWidget(parent), m_button(new QToolButton(this)), m_rows(new QWidget(this)), m_layout(makeFormRows(m_rows))
{
    m_button->setObjectName(QStringLiteral("advanced"));
    m_button->setText(tr("Advanced"));
    m_button->setToolTip(tr("Show the settings that are seldom changed, or not"));
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_button->setAutoRaise(true);
    m_button->setCheckable(true);
    m_layout->setContentsMargins(0, 0, 0, 0);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    layout->addWidget(m_rows);
    connect(m_button, &QToolButton::toggled, this, &AdvancedRows::showRows);
    showRows(false);
}

void AdvancedRows::unfold()
{
    m_button->setChecked(true);
}

void AdvancedRows::showRows(bool unfolded)
{
    m_button->setArrowType(unfolded ? Qt::DownArrow : Qt::RightArrow);
    m_rows->setVisible(unfolded);
}

} // namespace lensboard::widgets
