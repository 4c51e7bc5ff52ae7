#include "widgets/watching/watcher_dialog.h"

#include "core/experiment/experiment_schema.h"
#include "widgets/axes/plot_theme.h"
#include "widgets/core_words.h"
#include "widgets/forms/field_editor.h"
#include "widgets/forms/settings_form.h"
#include "widgets/key_names.h"
#include "widgets/qt_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lensboard::widgets {

using experiment::Json;
using experiment::KindSettings;
using experiment::Section;

namespace {

constexpr QSize kSize(940, 640);
constexpr int kTreeWidth = 400;
constexpr int kMessageLines = 3;
constexpr std::array kInTree = {"enabled", "module", "attribute", "layers"}; ///< what the form does not ask
constexpr const char *kTwoAttributes = "MultiStateMonitor", *kBoth = "subattributes", *kCondition = "condition";

using Shapes = std::vector<std::pair<std::string, std::vector<std::int64_t>>>;

/// Shapes of the parameters and buffers of a module and its children, by path relative to it.
Shapes shapesWithin(const std::string &module, const std::vector<record::LayerInfo> &layers)
{
    Shapes shapes;
    const std::string inside = module.empty() ? "" : module + '.';
    for (const record::LayerInfo &layer : layers) {
        if (layer.name != module && !layer.name.starts_with(inside))
            continue;
        const std::string prefix = layer.name == module ? "" : layer.name.substr(inside.size()) + '.';
        for (const record::ParameterInfo &parameter : layer.parameters)
            shapes.emplace_back(prefix + parameter.name, parameter.shape);
        for (const record::BufferInfo &buffer : layer.buffers)
            shapes.emplace_back(prefix + buffer.name, buffer.shape);
    }
    return shapes;
}

/// Returns the attributes usable as condition of the attribute at \p place, element by element.
std::vector<std::string> othersAt(const ModelTree::Item &place, const std::vector<record::LayerInfo> &layers)
{
    const Shapes shapes = shapesWithin(place.module, layers);
    const auto chosen = std::ranges::find(shapes, place.attribute, &Shapes::value_type::first);
    std::vector<std::string> others;
    for (const auto &[name, shape] : shapes)
        if (chosen != shapes.end() && name != chosen->first && shape == chosen->second)
            others.push_back(name);
    return others;
}

/// Returns the kinds of watchers possible at \p place; \p others enables kinds with two attributes.
std::vector<const Section *> kindsAt(WatcherDialog::Task task, const ModelTree::Item &place, const std::vector<std::string> &others)
{
    std::vector<const Section *> kinds;
    if (task == WatcherDialog::Task::RecordTensors) {
        for (const Section &section : experiment::recorderSchemas())
            kinds.push_back(&section);
        return kinds;
    }
    const bool isModule = place.attribute.empty();
    for (const char *kind : {isModule ? "OutputMonitor" : "StateMonitor", isModule ? "InputMonitor" : "DifferenceMonitor"})
        kinds.push_back(experiment::lensSchema(kind));
    if (!isModule && !others.empty())
        kinds.push_back(experiment::lensSchema(kTwoAttributes));
    return kinds;
}

/// Turns the field for both attributes into a choice of the condition among \p others, and keeps only conditional reducers.
void askForCondition(Section &section, const std::vector<std::string> &others)
{
    for (experiment::Field &field : section.fields) {
        if (field.key == kBoth) {
            field.key = kCondition;
            field.type = experiment::FieldType::Choice;
            field.choices = others;
            field.fallback = others.front();
        } else if (field.key == "reducer") {
            std::erase_if(field.sections, [](const Section &reducer) { return !reducer.kind.starts_with("Conditional"); });
            field.fallback = Json{{"kind", field.sections.front().kind}};
        }
    }
}

Section formOf(const Section &whole, const std::vector<std::string> &others)
{
    Section section = whole;
    std::erase_if(section.fields, [](const experiment::Field &field) { return std::ranges::find(kInTree, field.key) != kInTree.end(); });
    if (section.kind == kTwoAttributes)
        askForCondition(section, others);
    return section;
}

/// Returns true if a form field \p field can show \p value; a value from another kind of watcher may not be among its choices.
bool takes(const experiment::Field &field, const Json &value)
{
    if (field.type == experiment::FieldType::Choice)
        return value.is_string() && std::ranges::find(field.choices, value.get<std::string>()) != field.choices.end();
    return field.sections.empty() || std::ranges::find(field.sections, value.value("kind", ""), &Section::kind) != field.sections.end();
}

} // namespace

WatcherDialog::WatcherDialog(Task task, const std::vector<record::LayerInfo> &layers, std::set<std::string> taken, QWidget *parent)
    : QDialog(parent), m_task(task), m_layers(layers), m_taken(std::move(taken)),
      m_model(new ModelTree(layers, task == Task::RecordTensors ? ModelTree::Pick::Modules : ModelTree::Pick::OneOfAll, this)),
      m_kinds(new QComboBox(this)), m_scroll(new QScrollArea(this)), m_message(new QLabel(this)), m_buttons(new QDialogButtonBox(this))
{
    setWindowTitle(task == Task::RecordTensors ? tr("Record Tensors") : tr("Watch an Attribute"));
    auto *across = new QSplitter(Qt::Horizontal, this);
    across->addWidget(m_model);
    across->addWidget(buildSettings());
    across->setChildrenCollapsible(false);
    across->setSizes({kTreeWidth, kSize.width() - kTreeWidth});
    m_message->setObjectName("message");
    m_message->setWordWrap(true);
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_message->setMinimumHeight(kMessageLines * fontMetrics().lineSpacing()); // reserves the height, so that nothing moves when a message appears
    m_buttons->setStandardButtons(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->setSpacing(10);
    layout->addWidget(across, 1);
    layout->addWidget(m_message);
    layout->addWidget(m_buttons);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &WatcherDialog::take);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_model, &ModelTree::changed, this, &WatcherDialog::fillKinds);
    connect(m_model, &ModelTree::activated, this, &WatcherDialog::take);
    connect(m_kinds, &QComboBox::currentIndexChanged, this, &WatcherDialog::showForm);
    fillKinds();
    resize(kSize.boundedTo(screen()->availableGeometry().size()));
    m_model->search()->setFocus();
}

QWidget *WatcherDialog::buildSettings()
{
    m_kinds->setObjectName("watchedKind");
    m_kinds->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kinds->setAccessibleName(m_task == Task::RecordTensors ? tr("Recorded quantity of the layers") : tr("Watched quantity"));
    m_kinds->setToolTip(m_kinds->accessibleName());
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto *page = new QWidget(this);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->addWidget(m_kinds);
    layout->addWidget(m_scroll, 1);
    return page;
}

/// Keeps the chosen kind if it is still available.
void WatcherDialog::fillKinds()
{
    const auto others = othersAt(m_model->current(), m_layers);
    const auto kinds = kindsAt(m_task, m_model->current(), others);
    QStringList names, shown;
    for (const Section *kind : kinds)
        names << text(kind->kind);
    for (int i = 0; i < m_kinds->count(); ++i)
        shown << m_kinds->itemData(i).toString();
    if (names != shown) {
        const QString chosen = m_kinds->currentData().toString();
        const QSignalBlocker quiet(m_kinds);
        m_kinds->clear();
        for (const Section *kind : kinds) {
            m_kinds->addItem(sentenceOf(kind->help), text(kind->kind));
            m_kinds->setItemData(m_kinds->count() - 1, kindName(kind->kind) + '\n' + jsonHint(kind->kind), Qt::ToolTipRole);
        }
        m_kinds->setCurrentIndex(std::max(0, m_kinds->findData(chosen)));
    }
    if (!m_form || m_section.kind != section()->kind || m_section.kind == kTwoAttributes)
        showForm();
    showState();
}

const Section *WatcherDialog::section() const
{
    return experiment::lensSchema(m_kinds->currentData().toString().toStdString());
}

/// Builds the form for the chosen kind, and keeps earlier changes to settings that it has.
void WatcherDialog::showForm()
{
    const Json before = m_form ? m_form->value() : Json::object();
    Json defaults = Json::object();
    for (const experiment::Field &field : m_section.fields)
        defaults[field.key] = field.fallback;
    m_section = formOf(*section(), othersAt(m_model->current(), m_layers));
    m_form = new SettingsForm(m_section);
    m_form->layout()->setContentsMargins(0, 0, 8, 0);
    m_scroll->setWidget(m_form); // deletes the previous form
    Json kept = Json::object();
    for (const experiment::Field &field : m_section.fields)
        if (before.contains(field.key) && before.at(field.key) != defaults.at(field.key) && takes(field, before.at(field.key)))
            kept[field.key] = before.at(field.key);
    m_form->setValue(kept);
    connect(m_form, &SettingsForm::changed, this, &WatcherDialog::showState);
    connect(m_form, &SettingsForm::reached, this, [this](const QString &row) {
        m_help = row;
        showState();
    });
    showState();
}

/// Returns the settings in the tree and the form as JSON.
Json WatcherDialog::watcher() const
{
    Json json = m_form->value();
    json["kind"] = section()->kind;
    if (m_task == Task::RecordTensors) {
        json["layers"] = m_model->ticked();
        return json;
    }
    const ModelTree::Item place = m_model->current();
    json["module"] = place.module;
    if (m_section.kind == kTwoAttributes) {
        json[kBoth] = Json::array({place.attribute, json.at(kCondition)});
        json.erase(kCondition);
    } else if (!place.attribute.empty()) {
        json["attribute"] = place.attribute;
    }
    return json;
}

/// Includes the plot name of a monitor's tensors.
bool WatcherDialog::isTaken(const std::string &name) const
{
    return m_taken.contains(name) || (m_task == Task::WatchAttribute && m_taken.contains(name + " tensor"));
}

/// Returns the settings; makes a default name unique.
/// Errors: ExperimentError.
KindSettings WatcherDialog::named() const
{
    Json json = watcher();
    const KindSettings choice = experiment::lensChoice(json);
    if (!json.at("name").get<std::string>().empty())
        return choice;
    std::string name = choice.name();
    for (int number = 2; isTaken(name); ++number)
        name = choice.name() + ' ' + std::to_string(number);
    json["name"] = name;
    return experiment::lensChoice(json);
}

/// Returns an error message, or an empty string if the watcher is valid.
QString WatcherDialog::problem() const
{
    if (!m_form->problem().isEmpty())
        return m_form->problem();
    if (m_task == Task::WatchAttribute && !m_model->hasCurrent())
        return tr("Choose a parameter or buffer in the tree, or a module to watch its inputs or outputs.");
    if (m_task == Task::RecordTensors && m_model->ticked().empty() && m_form->value().value("types", Json::array()).empty())
        return tr("Tick the layers to record, or name types of layers under Types.");
    try {
        const KindSettings choice = named();
        if (isTaken(choice.name()))
            return tr("Name: \"%1\" is there already; choose another.").arg(text(choice.name()));
    } catch (const experiment::ExperimentError &error) {
        return messageText(error);
    }
    return {};
}

void WatcherDialog::showState()
{
    const QString wrong = problem();
    const PlotTheme theme(palette());
    QPalette coloured = palette();
    coloured.setColor(QPalette::WindowText, wrong.isEmpty() || !m_model->hasCurrent() ? theme.mutedText : theme.warning);
    m_message->setPalette(coloured);
    m_message->setText(wrong.isEmpty() ? m_help : wrong);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(wrong.isEmpty());
    if (auto *name = m_form->findChild<QLineEdit *>("name"))
        name->setPlaceholderText(wrong.isEmpty() ? text(named().name()) : QString());
}

void WatcherDialog::take()
{
    if (!problem().isEmpty())
        return;
    const KindSettings watcher = named();
    accept();
    Q_EMIT chosen(watcher);
}

} // namespace lensboard::widgets
