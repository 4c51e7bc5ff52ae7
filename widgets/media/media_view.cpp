#include "widgets/media/media_view.h"

#include "core/import/tensorboard/value_media.h"
#include "widgets/core_words.h"
#include "widgets/elided_label.h"
#include "widgets/media/curve_plot.h"
#include "widgets/media/markdown_text.h"
#include "widgets/media/media_list.h"
#include "widgets/media/picture_sheet.h"
#include "widgets/media/waveform.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/tensors/tensor_timeline.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QDateTime>
#include <QDesktopServices>
#include <QFile>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

namespace lensboard::widgets {

using store::MediumKind;

namespace {

constexpr int kRefreshMs = 50;
constexpr int kMargin = 6;
constexpr int kListWidth = 260;
constexpr int kMaxNameLetters = 100;
constexpr std::size_t kMaxShown = 100;                    ///< maximum number of media of one step
constexpr qint64 kMaxDecoded = qint64{256} << 20;         ///< bytes of all pictures of one step
constexpr std::size_t kMaxBytes = std::size_t{512} << 20; ///< of all media of one step

QString timeText(const record::TickStamp &stamp)
{
    const QString step = MediaView::tr("step %1").arg(countText(stamp.step));
    if (stamp.wallSeconds <= 0)
        return step;
    const auto time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1000 * stamp.wallSeconds));
    return QStringLiteral("%1, %2 %3").arg(step, dateText(time), timeOfDayText(time));
}

QString sizeText(std::size_t bytes)
{
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
}

QString sourceOf(const record::RunInfo &info)
{
    return text(std::string(record::fact(info.environment, "source")));
}

/// Returns \p name without characters that are not usual in file names.
QString fileName(QString name)
{
    for (QChar &letter : name)
        if (!letter.isLetterOrNumber() && letter != QLatin1Char('-') && letter != QLatin1Char('.'))
            letter = QLatin1Char('_');
    return name;
}

} // namespace

MediaView::MediaView(std::shared_ptr<const store::Run> run, QWidget *parent)
    : QWidget(parent), m_run(std::move(run)), m_splitter(new QSplitter(Qt::Horizontal, this)), m_list(new MediaList(m_splitter)), m_title(new ElidedLabel(this)),
      m_scale(new QLabel(this)), m_formatted(new QCheckBox(tr("Formatted"), this)), m_copy(new QAction(tr("&Copy"), this)),
      m_save(new QAction(tr("&Save As …"), this)), m_stack(new QStackedWidget(this)), m_placeholder(new QLabel(this)), m_sheet(new PictureSheet(this)),
      m_text(new MarkdownText(this)), m_curve(new CurvePlot(this)), m_sounds(new QScrollArea(this)), m_facts(new QLabel(this)), m_pointed(new QLabel(this)),
      m_timeline(new TensorTimeline(this))
{
    auto *right = new QWidget(m_splitter);
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->setSpacing(4);
    column->addLayout(buildHead());
    column->addWidget(m_stack, 1);
    auto *read = new QHBoxLayout;
    read->addWidget(m_facts);
    read->addStretch(1);
    read->addWidget(m_pointed);
    column->addLayout(read);
    column->addWidget(m_timeline);
    m_splitter->setObjectName("media");
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({kListWidth, 4 * kListWidth});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
    m_placeholder->setAlignment(Qt::AlignCenter);
    m_placeholder->setWordWrap(true);
    m_placeholder->setTextFormat(Qt::RichText);
    m_facts->setTextFormat(Qt::PlainText);
    m_placeholder->setObjectName("mediaProblem");
    m_facts->setObjectName("mediaFacts");
    m_pointed->setObjectName("mediaPointed");
    m_sounds->setWidgetResizable(true);
    m_sounds->setFrameShape(QFrame::NoFrame);
    for (QWidget *page : QList<QWidget *>{m_placeholder, m_sheet, m_text, m_curve, m_sounds})
        m_stack->addWidget(page);
    m_timeline->setDescription(tr("Step of the shown media"), timeText);
    m_timeline->setLive(true);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &MediaView::refresh);
    connect(m_list, &MediaList::currentChanged, this, &MediaView::chooseTag);
    connect(m_timeline, &TensorTimeline::placeChanged, this, &MediaView::load);
    connect(m_sheet, &PictureSheet::pointed, m_pointed, &QLabel::setText);
    connect(m_sheet, &PictureSheet::scaleChanged, this, &MediaView::showZoom);
    connect(m_sheet, &PictureSheet::stepWanted, this, [this](int steps) { m_timeline->goBy(steps); });
    connect(m_curve, &CurvePlot::pointed, m_pointed, &QLabel::setText);
}

MediaView::~MediaView() = default;

QHBoxLayout *MediaView::buildHead()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(2);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName("mediaTitle");
    row->addWidget(m_title, 1);
    addZoom(row, QStringLiteral("−"), tr("Smaller (−)"), [this] { m_sheet->zoomOut(); });
    m_scale->setObjectName("mediaScale");
    m_scale->setAlignment(Qt::AlignCenter);
    m_scale->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0,000 %")));
    row->addWidget(m_scale);
    m_zooms << m_scale;
    addZoom(row, QStringLiteral("+"), tr("Larger (+)"), [this] { m_sheet->zoomIn(); });
    addZoom(row, QStringLiteral("1:1"), tr("A pixel of the screen for each pixel of a picture (1)"), [this] { m_sheet->setZoom(1); });
    m_fit = addZoom(row, tr("Fit"), tr("Fit into the window (0)"), [this] { m_sheet->setZoom(std::nullopt); });
    m_fit->setCheckable(true);
    m_formatted->setObjectName("formatted");
    m_formatted->setChecked(true);
    m_formatted->setToolTip(tr("Show the text as Markdown; else as it is"));
    row->addWidget(m_formatted);
    connect(m_formatted, &QCheckBox::toggled, m_text, &MarkdownText::setFormatted);
    m_copy->setToolTip(tr("Copy the selected picture or the text (Ctrl+C)"));
    m_save->setToolTip(tr("Write the selected picture, the text or the curve to a file"));
    connect(m_copy, &QAction::triggered, this, &MediaView::copy);
    connect(m_save, &QAction::triggered, this, [this] { save(m_stack->currentWidget() == m_sheet ? m_sheet->selected() : 0); });
    m_sheet->addActions({m_copy, m_save});
    m_copyButton = addButton(row, m_copy);
    m_saveButton = addButton(row, m_save);
    m_sheet->setContextMenuPolicy(Qt::ActionsContextMenu);
    return row;
}

QToolButton *MediaView::addButton(QHBoxLayout *row, QAction *action)
{
    auto *button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    row->addWidget(button);
    return button;
}

QToolButton *MediaView::addZoom(QHBoxLayout *row, const QString &text, const QString &tip, const std::function<void()> &slot)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    connect(button, &QToolButton::clicked, this, slot);
    row->addWidget(button);
    m_zooms << button;
    return button;
}

QWidget *MediaView::content() const
{
    return m_stack;
}

void MediaView::follow()
{
    const auto media = m_run->media();
    const std::uint64_t version = media ? media->version() : 0;
    if (media == m_media && version == m_version)
        return;
    if (media != m_media)
        m_shown.clear();
    m_media = media;
    m_version = version;
    if (isVisible() && !m_refresh.isActive())
        m_refresh.start();
}

void MediaView::refresh()
{
    if (!isVisible())
        return;
    m_tags = m_media ? m_media->tags() : std::vector<store::MediaTag>();
    m_list->setTags(m_tags);
    chooseTag();
}

/// Shows the places of the chosen tag, and the media of the current one if they changed. Keeps the step, or the one before it, unless the newest
/// is followed.
void MediaView::chooseTag()
{
    if (const auto tag = m_list->current(); tag != m_tag) {
        m_tag = tag;
        m_shown.clear();
    }
    m_ofTag = m_tag && m_media ? m_media->of(*m_tag) : std::vector<store::Medium>();
    std::vector<store::TensorPlace> places;
    for (const store::Medium &medium : m_ofTag)
        if (places.empty() || places.back().stamp.step != medium.step)
            places.push_back({static_cast<std::uint32_t>(places.size()), {medium.step, 0, medium.step, 0, medium.wallSeconds}});
    const auto before = m_timeline->current();
    const auto after = std::ranges::upper_bound(places, before ? before->stamp.step : 0, {}, [](const auto &place) { return place.stamp.step; });
    const int same = std::max(0, static_cast<int>(after - places.begin()) - 1);
    m_timeline->setPlaces(std::move(places));
    if (before && !m_timeline->isFollowing())
        m_timeline->goTo(same);
    load();
}

std::vector<store::Medium> MediaView::mediaOfStep() const
{
    const auto place = m_timeline->current();
    if (!place)
        return {};
    const auto [first, last] = std::ranges::equal_range(m_ofTag, place->stamp.step, {}, &store::Medium::step);
    return {first, last};
}

void MediaView::load()
{
    std::vector<store::Medium> media = mediaOfStep();
    if (media == m_shown && !media.empty() && std::ranges::none_of(m_contents, &Content::isComing))
        return;
    if (media != m_shown)
        m_contents.clear();
    m_shown = std::move(media);
    const QString facts = readContents(m_shown);
    showContents();
    if (!facts.isEmpty())
        m_facts->setText(m_facts->text().isEmpty() ? facts : QStringLiteral("%1; %2").arg(m_facts->text(), facts));
}

/// Reads the first media again only if they have not arrived yet. Returns a text about the others.
QString MediaView::readContents(const std::vector<store::Medium> &media)
{
    std::size_t total = 0;
    for (std::size_t i = 0; i < std::min(media.size(), kMaxShown) && total <= kMaxBytes; ++i) {
        if (i == m_contents.size())
            m_contents.push_back({{}, text(media[i].caption), {}, true});
        Content &content = m_contents[i];
        if (content.isComing)
            readContent(media[i], content);
        total += content.bytes.size();
    }
    const std::size_t more = media.size() - m_contents.size();
    return more > 0 ? tr("%Ln more of this step not shown", nullptr, static_cast<int>(more)) : QString();
}

void MediaView::readContent(const store::Medium &medium, Content &content) const
{
    content.isComing = false;
    content.problem.clear();
    try {
        if (auto bytes = m_media->read(medium)) {
            content.bytes = std::move(*bytes);
            return;
        }
        content.isComing = true;
        content.problem = tr("Loading …");
    } catch (const store::MediumError &error) {
        content.problem = messageText(error);
    }
}

void MediaView::showContents()
{
    const bool hasAny = m_tag && !m_contents.empty();
    const MediumKind kind = hasAny ? m_tags[*m_tag].kind : MediumKind::Image;
    m_title->setText(hasAny ? text(m_tags[*m_tag].name) : QString());
    m_facts->clear();
    m_pointed->clear();
    for (QWidget *zoom : m_zooms)
        zoom->setVisible(hasAny && kind == MediumKind::Image);
    m_formatted->setVisible(hasAny && kind == MediumKind::Text);
    m_copyButton->setVisible(hasAny && (kind == MediumKind::Image || kind == MediumKind::Text));
    m_saveButton->setVisible(hasAny && kind != MediumKind::Sound); // each sound has a button
    if (!hasAny) {
        m_sheet->setPictures({});
        return showProblem(m_media ? tr("No media have such a name.")
                                   : tr("<h3>The media of this run are not here</h3>Images, sounds, texts and curves stay in the original files. Open these files on "
                                        "their own machine to see them: %1").arg(sourceOf(m_run->info()).toHtmlEscaped()));
    }
    switch (kind) {
    case MediumKind::Image: return showPictures();
    case MediumKind::Sound: return showSounds();
    case MediumKind::Text: return showTexts();
    case MediumKind::Curve: return showCurves();
    }
}

void MediaView::showProblem(const QString &problem)
{
    m_placeholder->setText(problem);
    m_stack->setCurrentWidget(m_placeholder);
}

void MediaView::showPictures()
{
    std::vector<Picture> pictures;
    qint64 decoded = 0;
    std::size_t size = 0;
    QStringList shapes, formats;
    for (const Content &content : m_contents) {
        Picture picture;
        if (content.problem.isEmpty())
            picture = decodedPicture(content.bytes, kMaxDecoded - decoded);
        else
            picture.problem = content.problem;
        picture.caption = content.caption;
        size += content.bytes.size();
        decoded += picture.sizeInBytes();
        if (!picture.frames.empty()) {
            shapes << tr("%1 × %2 pixels").arg(countText(picture.size().width()), countText(picture.size().height()));
            formats << picture.format;
        }
        pictures.push_back(std::move(picture));
    }
    shapes.removeDuplicates();
    formats.removeDuplicates();
    const qsizetype shapeCount = shapes.size();
    QStringList facts{mediaCountText(MediumKind::Image, m_contents.size())};
    facts << (shapeCount > 1 ? tr("of several sizes") : shapes.join(QString())) << formats.join(QLatin1Char('/')) << sizeText(size);
    facts.removeAll(QString());
    m_facts->setText(facts.join(QStringLiteral(", ")));
    m_sheet->setPictures(std::move(pictures));
    m_stack->setCurrentWidget(m_sheet);
}

void MediaView::showTexts()
{
    QStringList texts, problems;
    for (const Content &content : m_contents) {
        const auto found = content.problem.isEmpty() ? imports::textOfTensor(content.bytes) : std::nullopt;
        if (found)
            texts << QString::fromUtf8(found->data(), static_cast<qsizetype>(found->size()));
        else
            problems << (content.problem.isEmpty() ? tr("This text is damaged.") : content.problem);
    }
    if (texts.isEmpty())
        return showProblem(problems.join(QLatin1Char('\n')).toHtmlEscaped());
    m_facts->setText(problems.join(QStringLiteral("; ")));
    m_text->setContent(texts.join(QStringLiteral("\n\n---\n\n")));
    m_stack->setCurrentWidget(m_text);
}

void MediaView::showCurves()
{
    std::vector<imports::PrecisionRecall> curves;
    QStringList problems;
    for (const Content &content : m_contents) {
        if (auto curve = content.problem.isEmpty() ? imports::curveOfTensor(content.bytes) : std::nullopt)
            curves.push_back(std::move(*curve));
        else
            problems << (content.problem.isEmpty() ? tr("This curve is damaged.") : content.problem);
    }
    if (curves.empty())
        return showProblem(problems.join(QLatin1Char('\n')).toHtmlEscaped());
    m_facts->setText(problems.isEmpty() ? tr("%Ln threshold(s)", nullptr, static_cast<int>(curves.front().recall.size())) : problems.join(QStringLiteral("; ")));
    m_curve->setCurves(std::move(curves));
    m_stack->setCurrentWidget(m_curve);
}

void MediaView::showSounds()
{
    auto *page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    std::size_t size = 0;
    for (std::size_t i = 0; i < m_contents.size(); ++i) {
        const Content &content = m_contents[i];
        size += content.bytes.size();
        if (!content.problem.isEmpty()) {
            auto *problem = new QLabel(content.problem, page);
            problem->setTextFormat(Qt::PlainText);
            problem->setObjectName("soundProblem");
            column->addWidget(problem);
            continue;
        }
        auto *row = new QHBoxLayout;
        row->addWidget(new Waveform(content.bytes, content.caption, page), 1);
        const auto addButton = [&](const QString &text, const QString &name, auto slot) {
            auto *button = new QToolButton(page);
            button->setText(text);
            button->setAccessibleName(name);
            connect(button, &QToolButton::clicked, this, [this, i, slot] { (this->*slot)(i); });
            row->addWidget(button, 0, Qt::AlignTop);
        };
        if (isSound(content.bytes))
            addButton(tr("Play"), tr("Play this sound with the program of the desktop"), &MediaView::play);
        addButton(tr("Save As …"), tr("Save this sound to a file"), &MediaView::save);
        column->addLayout(row);
    }
    column->addStretch(1);
    m_facts->setText(QStringLiteral("%1, %2").arg(mediaCountText(MediumKind::Sound, m_contents.size()), sizeText(size)));
    m_sounds->setWidget(page);
    m_stack->setCurrentWidget(m_sounds);
}

void MediaView::showZoom()
{
    m_scale->setText(tr("%1 %").arg(percentText(m_sheet->scale())));
    m_fit->setChecked(!m_sheet->zoom());
}

void MediaView::copy()
{
    if (m_stack->currentWidget() == m_text)
        return QGuiApplication::clipboard()->setText(m_text->textCursor().hasSelection() ? m_text->textCursor().selectedText() : m_text->content());
    const auto &pictures = m_sheet->pictures();
    if (m_stack->currentWidget() == m_sheet && m_sheet->selected() < pictures.size() && !pictures[m_sheet->selected()].frames.empty())
        QGuiApplication::clipboard()->setImage(pictures[m_sheet->selected()].frames.front());
}

void MediaView::save(std::size_t number)
{
    if (!m_tag || number >= m_contents.size() || !m_contents[number].problem.isEmpty())
        return;
    const store::MediaTag &tag = m_tags[*m_tag];
    const std::string &bytes = m_contents[number].bytes;
    QByteArray content(bytes.data(), static_cast<qsizetype>(bytes.size()));
    QString extension = extensionOf(bytes);
    if (tag.kind == MediumKind::Text) {
        content = m_text->content().toUtf8();
        extension = QStringLiteral("md");
    } else if (tag.kind == MediumKind::Curve) {
        content = m_curve->csv();
        extension = QStringLiteral("csv");
    }
    const QString part = m_contents.size() > 1 && tag.kind != MediumKind::Text ? QStringLiteral("-%1").arg(number + 1) : QString();
    Q_EMIT saveRequested(QStringLiteral("%1-%2%3.%4").arg(fileName(text(tag.name))).arg(m_shown[number].step).arg(part, extension), content);
}

/// Opens a copy of the sound in the desktop's program for its format.
void MediaView::play(std::size_t number)
{
    if (!m_played)
        m_played = std::make_unique<QTemporaryDir>();
    const std::string &bytes = m_contents[number].bytes;
    QFile file(m_played->filePath(QStringLiteral("%1-%2-%3.%4").arg(fileName(text(m_tags[*m_tag].name)).right(kMaxNameLetters)).arg(m_shown[number].step).arg(number + 1).arg(extensionOf(bytes))));
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(bytes.data(), static_cast<qint64>(bytes.size())) == static_cast<qint64>(bytes.size());
    file.close();
    if (!isWritten || !QDesktopServices::openUrl(QUrl::fromLocalFile(file.fileName())))
        m_facts->setText(tr("No program plays this sound. Save it to a file instead."));
}

void MediaView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

/// Returns null for keys without a meaning here.
std::function<void()> MediaView::reactionTo(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return [this] { copy(); };
    if (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))
        return {};
    switch (event->key()) {
    case Qt::Key_Home: return [this] { m_timeline->goToFirst(); };
    case Qt::Key_Left: return [this] { m_timeline->goToPrevious(); };
    case Qt::Key_Right: return [this] { m_timeline->goToNext(); };
    case Qt::Key_End: return [this] { m_timeline->goToLast(); };
    case Qt::Key_Space: return [this] { m_timeline->playOrPause(); };
    case Qt::Key_Plus: return [this] { m_sheet->zoomIn(); };
    case Qt::Key_Minus: return [this] { m_sheet->zoomOut(); };
    case Qt::Key_1: return [this] { m_sheet->setZoom(1); };
    case Qt::Key_0: return [this] { m_sheet->setZoom(std::nullopt); };
    default: return {};
    }
}

/// Keeps the view's keys from shortcuts of the plots.
bool MediaView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && reactionTo(static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void MediaView::keyPressEvent(QKeyEvent *event)
{
    if (const auto react = reactionTo(event))
        react();
    else
        QWidget::keyPressEvent(event);
}

} // namespace lensboard::widgets
