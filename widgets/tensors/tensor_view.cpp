#include "widgets/tensors/tensor_view.h"

#include "widgets/control_icon.h"
#include "widgets/core_words.h"
#include "widgets/key_names.h"
#include "widgets/qt_text.h"
#include "widgets/tensors/tensor_bars.h"
#include "widgets/tensors/tensor_grid.h"
#include "widgets/tensors/tensor_heat_map.h"
#include "widgets/tensors/tensor_histogram.h"
#include "widgets/tensors/tensor_timeline.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace lensboard::widgets {

namespace {

constexpr int kRefreshMs = 50;
constexpr int kMargin = 6;
constexpr double kMegabyte = 1 << 20;
constexpr std::int64_t kFewPictures = 3; ///< with at most this many pictures per set, all sets are shown at first

int spinEnd(std::int64_t count)
{
    return static_cast<int>(std::clamp<std::int64_t>(count - 1, 0, std::numeric_limits<int>::max()));
}

/// Name of a tensor by its label: the kind of a reducer, such as "Passthrough", or a term, such as "output".
QString tensorName(const std::string &label)
{
    return !label.empty() && text(label).front().isUpper() ? kindName(label) : termText(label);
}

QString megabytesText(double megabytes)
{
    return QLocale().toString(megabytes, 'f', megabytes < 10 ? 1 : 0);
}

} // namespace

TensorView::TensorView(std::shared_ptr<const store::Run> run, QWidget *parent)
    : QWidget(parent), m_recorded(std::move(run)), m_tags(new QComboBox(this)), m_layers(new QComboBox(this)), m_shape(new QLabel(this)),
      m_spanName(new QLabel(this)), m_set(new QSpinBox(this)), m_plane(new QSpinBox(this)), m_eachAlone(new QCheckBox(tr("Each by itself"), this)),
      m_logCounts(new QCheckBox(tr("Logarithmic counts"), this)), m_stack(new QStackedWidget(this)), m_placeholder(new QLabel(this)),
      m_grid(new TensorGrid(this)), m_heatMap(new TensorHeatMap(this)), m_bars(new TensorBars(this)),
      m_histogram(new TensorHistogram(this)), m_pointed(new QLabel(this)),
      m_timeline(new TensorTimeline(this)), m_memory(new QLabel(this)), m_save(new QPushButton(tr("Save Tensors …"), this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(4);
    layout->addLayout(buildChoice());
    layout->addLayout(buildOptions());
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_pointed);
    layout->addWidget(m_timeline);
    layout->addLayout(buildFoot());
    m_placeholder->setAlignment(Qt::AlignCenter);
    m_placeholder->setWordWrap(true);
    m_placeholder->setObjectName("noTensors");
    m_pointed->setObjectName("pointed");
    for (QWidget *page : QList<QWidget *>{m_placeholder, m_grid, m_heatMap, m_bars, m_histogram})
        m_stack->addWidget(page);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &TensorView::refresh);
    connect(m_timeline, &TensorTimeline::placeChanged, this, &TensorView::read);
    connect(m_grid, &TensorGrid::pointed, m_pointed, &QLabel::setText);
    connect(m_heatMap, &TensorHeatMap::pointed, m_pointed, &QLabel::setText);
    connect(m_bars, &TensorBars::pointed, m_pointed, &QLabel::setText);
    connect(m_histogram, &TensorHistogram::pointed, m_pointed, &QLabel::setText);
    showTensor();
}

QHBoxLayout *TensorView::buildChoice()
{
    auto *row = new QHBoxLayout;
    m_tags->setObjectName("tensorTag");
    m_tags->setAccessibleName(tr("Source of the shown tensors"));
    m_tags->setToolTip(tr("A recorder, or a monitor that keeps tensors"));
    m_layers->setObjectName("tensorLayer");
    m_layers->setAccessibleName(tr("Layer of the shown tensor"));
    m_layers->setToolTip(tr("The layer and its recorded quantity"));
    for (QComboBox *box : {m_tags, m_layers}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        row->addWidget(box, 1);
    }
    auto *styles = new QButtonGroup(this);
    for (QToolButton *button : {addStyle(Style::Pictures, ControlIcon::SmallMultiples, tr("Pictures"), tr("Feature maps and filters as pictures")),
                                addStyle(Style::HeatMap, ControlIcon::HeatMap, tr("Heat map"), tr("The last two dimensions as colours; a single one as bars")),
                                addStyle(Style::Histogram, ControlIcon::Histograms, tr("Histogram"), tr("Distribution of values"))}) {
        styles->addButton(button);
        row->addWidget(button);
    }
    connect(m_tags, &QComboBox::currentIndexChanged, this, &TensorView::chooseTag);
    connect(m_layers, &QComboBox::currentIndexChanged, this, &TensorView::refresh);
    return row;
}

QToolButton *TensorView::addStyle(Style style, ControlIcon icon, const QString &name, const QString &tip)
{
    auto *button = new QToolButton(this);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setIcon(controlIcon(icon, palette()));
    m_icons[button] = icon;
    button->setAccessibleName(name);
    button->setToolTip(QStringLiteral("%1: %2").arg(name, tip));
    connect(button, &QToolButton::clicked, this, [this, style] { chooseStyle(style); });
    m_styleButtons[style] = button;
    return button;
}

QHBoxLayout *TensorView::buildOptions()
{
    auto *row = new QHBoxLayout;
    m_shape->setObjectName("tensorShape");
    m_shape->setToolTip(tr("The tensor's shape"));
    m_set->setObjectName("tensorSet");
    m_set->setSpecialValueText(tr("all"));
    m_set->setAccessibleName(tr("Sample or filter of the shown pictures"));
    m_set->setToolTip(tr("One of the first dimension, or all at once"));
    m_plane->setObjectName("tensorPlane");
    m_plane->setAccessibleName(tr("Slice that is shown"));
    m_plane->setToolTip(tr("Number of the shown matrix, made of the last two dimensions"));
    m_eachAlone->setObjectName("eachAlone");
    m_eachAlone->setChecked(true);
    m_eachAlone->setToolTip(tr("Each picture uses all colours; else all pictures share one scale of values"));
    m_logCounts->setObjectName("logCounts");
    m_logCounts->setToolTip(tr("Show rare values beside frequent ones"));
    row->addWidget(m_shape);
    row->addStretch(1);
    for (QWidget *option : QList<QWidget *>{m_spanName, m_set, m_plane, m_eachAlone, m_logCounts})
        row->addWidget(option);
    connect(m_set, &QSpinBox::valueChanged, this, &TensorView::showTensor);
    connect(m_plane, &QSpinBox::valueChanged, this, &TensorView::showTensor);
    connect(m_eachAlone, &QCheckBox::toggled, m_grid, &TensorGrid::setEachAlone);
    connect(m_logCounts, &QCheckBox::toggled, m_histogram, &TensorHistogram::setLogarithmic);
    return row;
}

QHBoxLayout *TensorView::buildFoot()
{
    auto *row = new QHBoxLayout;
    m_memory->setObjectName("tensorMemory");
    m_memory->setToolTip(tr("Memory of the recorded tensors, and its limit; at the limit recording stops"));
    m_save->setToolTip(tr("Write these tensors into a folder: a file a layer that PyTorch opens, and an index"));
    row->addWidget(m_memory, 1);
    row->addWidget(m_save);
    connect(m_save, &QPushButton::clicked, this, [this] { Q_EMIT saveRequested(text(tag()->name)); });
    return row;
}

void TensorView::tryTo(const std::function<void()> &work)
{
    try {
        work();
    } catch (const std::exception &error) {
        Q_EMIT failed(messageText(error));
    }
}

void TensorView::follow()
{
    tryTo([this] {
        if (m_recorded.follow())
            fillTags();
    });
    if (isVisible() && !m_refresh.isActive())
        m_refresh.start();
}

void TensorView::setLive(bool live, bool canWatch)
{
    m_live = live;
    m_canWatch = canWatch;
    m_timeline->setLive(live);
    showTensor();
}

void TensorView::showLens(const QString &lens)
{
    m_awaitedLens = lens;
    fillTags();
}

void TensorView::showTag(const QString &tag)
{
    follow(); // the tag may be new
    const auto &tags = m_recorded.tags();
    const auto found = std::ranges::find(tags, tag.toStdString(), &RecordedTensors::Tag::name);
    if (found != tags.end())
        m_tags->setCurrentIndex(static_cast<int>(found - tags.begin()));
}

const RecordedTensors::Tag *TensorView::tag() const
{
    const int at = m_tags->currentIndex();
    return at >= 0 && at < static_cast<int>(m_recorded.tags().size()) ? &m_recorded.tags()[static_cast<std::size_t>(at)] : nullptr;
}

const RecordedTensors::Series *TensorView::series() const
{
    const int at = m_layers->currentIndex();
    return tag() && at >= 0 && at < static_cast<int>(tag()->series.size()) ? &tag()->series[static_cast<std::size_t>(at)] : nullptr;
}

void TensorView::fillTags()
{
    {
        const QSignalBlocker quiet(m_tags);
        const QString before = m_tags->currentText();
        m_tags->clear();
        for (const RecordedTensors::Tag &each : m_recorded.tags())
            m_tags->addItem(tagText({each.name, each.lens, record::TagKind::Tensors}), text(each.lens));
        m_tags->setCurrentIndex(std::max(m_tags->findText(before), m_tags->count() ? 0 : -1));
        if (const int awaited = m_awaitedLens.isEmpty() ? -1 : m_tags->findData(m_awaitedLens); awaited >= 0) {
            m_tags->setCurrentIndex(awaited);
            m_awaitedLens.clear();
        }
    }
    fillSeries();
}

void TensorView::fillSeries()
{
    {
        const QSignalBlocker quiet(m_layers);
        const QString before = m_layers->currentText();
        m_layers->clear();
        if (tag())
            for (const RecordedTensors::Series &each : tag()->series)
                m_layers->addItem(QStringLiteral("%1 – %2").arg(text(each.layer), tensorName(each.label)));
        m_layers->setCurrentIndex(std::max(m_layers->findText(before), m_layers->count() ? 0 : -1));
    }
    refresh();
}

void TensorView::chooseTag()
{
    m_awaitedLens.clear();
    fillSeries();
}

void TensorView::refresh()
{
    if (!isVisible())
        return;
    tryTo([this] {
        const auto *chosen = series();
        m_timeline->setPlaces(chosen ? m_recorded.run().tensorPlaces(chosen->index) : std::vector<store::TensorPlace>());
    });
    read();
    tryTo([this] { showMemory(); });
}

void TensorView::read()
{
    const auto *chosen = series();
    const auto place = m_timeline->current();
    auto tensor = std::exchange(m_tensor, nullptr);
    tryTo([&] { m_tensor = chosen && place ? m_recorded.run().tensor(chosen->index, place->frame) : nullptr; });
    if (m_tensor != tensor || !m_tensor)
        showTensor();
}

void TensorView::chooseStyle(Style style)
{
    m_style = style;
    showTensor();
}

TensorView::Style TensorView::shownStyle() const
{
    return m_style == Style::Pictures && m_tensor && !hasPictures(*m_tensor) ? Style::HeatMap : m_style;
}

/// Text that says why there is no picture, and how to get one.
QString TensorView::whyNothing() const
{
    if (!hasTensors())
        return m_canWatch ? tr("<h3>No tensors yet</h3><b>Watch an Attribute</b> and <b>Record Tensors</b> in the menu <b>Run</b> keep tensors of "
                           "this training to look at here.")
                          : tr("<h3>This run has no tensors</h3>Monitors and recorders keep tensors. Add them to an experiment, or to a "
                           "running training.");
    if (m_timeline->current() && !m_tensor)
        return tr("<h3>This tensor is gone</h3>Choose another tick.");
    if (!m_tensor)
        return m_live ? tr("<h3>Nothing recorded yet</h3>The first tensor appears after the first tick with a true condition.")
                      : tr("<h3>Nothing was recorded</h3>The condition never held, or the training ended before the first tick.");
    return tr("<h3>This tensor is empty</h3>Its shape is %1.").arg(shapeText(m_tensor->shape));
}

void TensorView::showTensor()
{
    const bool hasAny = m_tensor && !m_tensor->values.empty();
    const Style shown = shownStyle();
    for (const auto &[each, button] : m_styleButtons) {
        button->setEnabled(hasAny && (each != Style::Pictures || hasPictures(*m_tensor)));
        button->setChecked(hasAny && each == shown);
    }
    m_shape->setText(m_tensor ? shapeText(m_tensor->shape) : QString());
    m_save->setEnabled(tag());
    m_eachAlone->setVisible(hasAny && shown == Style::Pictures);
    m_logCounts->setVisible(hasAny && shown == Style::Histogram);
    showSpans();
    if (!hasAny) {
        m_pointed->clear();
        m_placeholder->setText(whyNothing());
        return m_stack->setCurrentWidget(m_placeholder);
    }
    showPage(shown);
}

/// Shows a page and clears the others, to free their memory.
void TensorView::showPage(Style style)
{
    const bool isFlat = style == Style::HeatMap && m_tensor->shape.size() == 1;
    m_grid->setTensor(style == Style::Pictures ? m_tensor : nullptr, m_set->isVisibleTo(this) ? m_set->value() : 0);
    m_heatMap->setTensor(style == Style::HeatMap && !isFlat ? m_tensor : nullptr, m_plane->isVisibleTo(this) ? m_plane->value() : 0);
    m_bars->setTensor(isFlat ? m_tensor : nullptr);
    m_histogram->setTensor(style == Style::Histogram ? m_tensor : nullptr);
    m_stack->setCurrentWidget(style == Style::Pictures    ? static_cast<QWidget *>(m_grid)
                              : style == Style::Histogram ? static_cast<QWidget *>(m_histogram)
                              : isFlat                    ? static_cast<QWidget *>(m_bars)
                                                          : m_heatMap);
}

/// Shows the boxes that choose a part of the tensor, if it has several parts.
void TensorView::showSpans()
{
    const bool hasAny = m_tensor && !m_tensor->values.empty();
    const std::int64_t sets = hasAny && shownStyle() == Style::Pictures ? pictureSetCount(*m_tensor) : 0;
    const std::int64_t planes = hasAny && shownStyle() == Style::HeatMap ? planeCount(*m_tensor) : 0;
    const QSignalBlocker quietSet(m_set), quietPlane(m_plane);
    if (sets > 1) {
        const bool isNew = m_set->maximum() != spinEnd(sets) || m_set->minimum() != static_cast<int>(TensorGrid::kAllSets);
        m_set->setRange(static_cast<int>(TensorGrid::kAllSets), spinEnd(sets));
        if (isNew && picturesPerSet(*m_tensor) <= kFewPictures)
            m_set->setValue(m_set->minimum());
        else if (isNew)
            m_set->setValue(std::max(0, m_set->value()));
    }
    if (planes > 1)
        m_plane->setRange(0, spinEnd(planes));
    m_set->setVisible(sets > 1);
    m_plane->setVisible(planes > 1);
    m_spanName->setText(sets > 1 ? tr("Sample or filter") : tr("Slice"));
    m_spanName->setVisible(sets > 1 || planes > 1);
}

void TensorView::showMemory()
{
    if (!tag())
        return m_memory->clear();
    const double megabytes = m_recorded.sizeOf(*tag()) / kMegabyte;
    const auto limit = m_limits.find(text(tag()->lens));
    m_memory->setText(limit == m_limits.end() ? tr("about %1 MB recorded").arg(megabytesText(megabytes))
                                              : tr("about %1 MB of %2 MB recorded").arg(megabytesText(megabytes), megabytesText(*limit)));
}

void TensorView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void TensorView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Home: return m_timeline->goToFirst();
    case Qt::Key_Left: return m_timeline->goToPrevious();
    case Qt::Key_Right: return m_timeline->goToNext();
    case Qt::Key_End: return m_timeline->goToLast();
    case Qt::Key_Space: return m_timeline->playOrPause();
    default: QWidget::keyPressEvent(event);
    }
}

void TensorView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        for (const auto &[button, icon] : m_icons)
            button->setIcon(controlIcon(icon, palette()));
}

} // namespace lensboard::widgets
