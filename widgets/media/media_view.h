#pragma once

#include "core/store/media.h"
#include "core/store/run.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>

class QAction;
class QCheckBox;
class QHBoxLayout;
class QLabel;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QTemporaryDir;
class QToolButton;

namespace lensboard::widgets {

class CurvePlot;
class ElidedLabel;
class MarkdownText;
class MediaList;
class PictureSheet;
class TensorTimeline;

/// Images, sounds, texts and precision-recall curves of a run by another tool: a list of names, and the media of one name at one step.
/// Reads files only while visible, and only the shown media. Media on another machine appear when they arrive.
class MediaView final : public QWidget
{
    Q_OBJECT

public:
    explicit MediaView(std::shared_ptr<const store::Run> run, QWidget *parent = nullptr);
    ~MediaView() override;

    /// Reads the list of media again if it has changed.
    void follow();
    bool hasMedia() const { return m_media && m_version > 0; }
    MediaList *list() const { return m_list; }
    PictureSheet *pictures() const { return m_sheet; }
    TensorTimeline *timeline() const { return m_timeline; }
    QSplitter *splitter() const { return m_splitter; }
    QWidget *content() const; ///< area of the shown media

Q_SIGNALS:
    /// The user wants to write \p content to a file. \p name is a suggestion with the usual extension.
    void saveRequested(const QString &name, const QByteArray &content);

protected:
    void showEvent(QShowEvent *event) override;
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Content
    {
        std::string bytes;
        QString caption;
        QString problem; ///< reason why it cannot be read; otherwise empty
        bool isComing = false; ///< from another machine
    };

    std::function<void()> reactionTo(QKeyEvent *event);
    QHBoxLayout *buildHead();
    QToolButton *addButton(QHBoxLayout *row, QAction *action);
    QToolButton *addZoom(QHBoxLayout *row, const QString &text, const QString &tip, const std::function<void()> &slot);
    void chooseTag();
    void refresh();
    void load();
    QString readContents(const std::vector<store::Medium> &media);
    void readContent(const store::Medium &medium, Content &content) const;
    void showContents();
    void showPictures();
    void showTexts();
    void showCurves();
    void showSounds();
    void showZoom();
    void showProblem(const QString &problem);
    void copy();
    void save(std::size_t number);
    void play(std::size_t number);
    std::vector<store::Medium> mediaOfStep() const;

    std::shared_ptr<const store::Run> m_run;
    std::shared_ptr<const store::Media> m_media;
    std::uint64_t m_version = 0;
    std::vector<store::MediaTag> m_tags;
    std::vector<store::Medium> m_ofTag;
    std::vector<store::Medium> m_shown;
    std::vector<Content> m_contents; ///< of m_shown
    std::optional<std::size_t> m_tag;
    QTimer m_refresh; ///< combines several changes into one
    std::unique_ptr<QTemporaryDir> m_played; ///< files of played sounds; null before the first one

    QSplitter *m_splitter;
    MediaList *m_list;
    ElidedLabel *m_title;
    QLabel *m_scale;
    QCheckBox *m_formatted;
    QList<QWidget *> m_zooms; ///< buttons and label of the scale
    QToolButton *m_fit;
    QAction *m_copy;
    QAction *m_save;
    QToolButton *m_copyButton;
    QToolButton *m_saveButton;
    QStackedWidget *m_stack;
    QLabel *m_placeholder;
    PictureSheet *m_sheet;
    MarkdownText *m_text;
    CurvePlot *m_curve;
    QScrollArea *m_sounds;
    QLabel *m_facts;
    QLabel *m_pointed;
    TensorTimeline *m_timeline;
};

} // namespace lensboard::widgets
