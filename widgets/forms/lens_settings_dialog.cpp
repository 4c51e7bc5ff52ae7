#include "widgets/forms/lens_settings_dialog.h"

#include "core/experiment/experiment_schema.h"
#include "widgets/axes/plot_theme.h"
#include "widgets/core_words.h"
#include "widgets/forms/advanced_rows.h"
#include "widgets/forms/field_editor.h"
#include "widgets/forms/settings_form.h"
#include "widgets/key_names.h"
#include "widgets/qt_text.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lensboard::widgets {

using experiment::Json;

namespace {

constexpr std::array kNotHere = {"enabled", "name"}; ///< the one is the panel's matter, the other stays
constexpr double kMaxOfScreen = 0.9;
constexpr int kMessageLines = 3;
constexpr int kNarrowest = 520;

experiment::Section rowsOf(const std::string &lens)
{
    experiment::Section section = *experiment::lensSchema(lens);
    std::erase_if(section.fields, [](const experiment::Field &field) { return std::ranges::find(kNotHere, field.key) != kNotHere.end(); });
    return section;
}

/// Returns a palette that makes disabled controls as readable as enabled ones.
QPalette legible(QPalette palette)
{
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, palette.color(QPalette::Active, role));
    return palette;
}

} // namespace

LensSettingsDialog::LensSettingsDialog(const experiment::KindSettings &lens, QWidget *parent)
    : QDialog(parent), m_lens(lens), m_scroll(new QScrollArea(this)), m_message(new QLabel(this)),
      m_buttons(new QDialogButtonBox(this))
{
    setWindowTitle(tr("%1 Settings").arg(lensText(lens.name())));
    const experiment::Section section = rowsOf(lens.kind);
    m_form = new SettingsForm(section, [kind = lens.kind](const Json &json) { experiment::checkLens({kind, json}, ""); });
    m_form->setValue(lens.settings);
    m_scroll->setWidget(m_form);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto *help = new QLabel(sentenceOf(section.help), this);
    help->setWordWrap(true);
    help->setToolTip(jsonHint(lens.kind));
    m_message->setWordWrap(true);
    m_message->setObjectName("message");
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_message->setMinimumHeight(kMessageLines * fontMetrics().lineSpacing()); // reserves the height, so that nothing moves when a message appears
    buildButtons();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->setSpacing(12);
    layout->addWidget(help);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_message);
    layout->addWidget(m_buttons);
    connect(m_form, &SettingsForm::changed, this, &LensSettingsDialog::showState);
    connect(m_form, &SettingsForm::reached, this, [this](const QString &row) {
        m_help = row;
        showState();
    });
    showState();
    fitScreen();
}

void LensSettingsDialog::buildButtons()
{
    m_buttons->setStandardButtons(QDialogButtonBox::Ok | QDialogButtonBox::Apply | QDialogButtonBox::Cancel
                                  | QDialogButtonBox::RestoreDefaults);
    m_buttons->button(QDialogButtonBox::Apply)->setToolTip(tr("Measure like this from the next batch on"));
    connect(m_buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &LensSettingsDialog::apply);
    connect(m_buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, m_form,
            &SettingsForm::restoreDefaults);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
        apply();
        accept();
    });
}

Json LensSettingsDialog::settings() const
{
    Json json = m_form->value();
    for (const char *key : kNotHere)
        if (m_lens.settings.contains(key))
            json[key] = m_lens.settings.at(key);
    return json;
}

void LensSettingsDialog::showState()
{
    if (m_readOnly)
        return;
    const bool usable = m_form->problem().isEmpty();
    const PlotTheme theme(palette());
    say(usable ? m_help : m_form->problem(), usable ? theme.mutedText : theme.warning);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(usable);
    m_buttons->button(QDialogButtonBox::Apply)->setEnabled(usable && experiment::lensChoice(settings()).settings != m_lens.settings);
}

void LensSettingsDialog::say(const QString &message, const QColor &colour)
{
    QPalette coloured = palette();
    coloured.setColor(QPalette::WindowText, colour);
    m_message->setPalette(coloured);
    m_message->setText(message);
}

void LensSettingsDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    if (m_readOnly)
        setReadOnly(m_message->text());
    else
        showState();
}

void LensSettingsDialog::apply()
{
    const experiment::KindSettings lens = experiment::lensChoice(settings());
    if (lens.settings == m_lens.settings)
        return;
    m_lens = lens;
    showState();
    Q_EMIT applied(lens);
}

void LensSettingsDialog::setApplied(const experiment::KindSettings &lens)
{
    m_lens = lens;
    if (m_readOnly)
        m_form->setValue(m_lens.settings);
    showState();
}

void LensSettingsDialog::setReadOnly(const QString &why)
{
    m_readOnly = true;
    m_form->setValue(m_lens.settings);
    for (AdvancedRows *advanced : m_form->findChildren<AdvancedRows *>())
        advanced->unfold(); // disabled rows cannot be unfolded
    m_form->setEnabled(false);
    m_form->setPalette(legible(palette()));
    say(why, palette().color(QPalette::WindowText));
    m_buttons->setStandardButtons(QDialogButtonBox::Close);
}

void LensSettingsDialog::fitScreen()
{
    const QSize page = m_form->sizeHint() + QSize(m_scroll->verticalScrollBar()->sizeHint().width(), 0);
    m_scroll->setMinimumWidth(std::max(page.width(), kNarrowest));
    const int others = sizeHint().height() - m_scroll->sizeHint().height();
    const int most = static_cast<int>(screen()->availableGeometry().height() * kMaxOfScreen);
    resize(sizeHint().width(), std::min(page.height() + others, most));
}

} // namespace lensboard::widgets
