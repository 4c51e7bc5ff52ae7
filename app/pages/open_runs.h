#pragma once

#include <QList>
#include <QObject>

namespace lensboard::record {
struct RunLabel;
}

namespace lensboard::app {

class RunPage;

/// Returns true if \p one and \p other address one run, even if it does not exist.
bool isSameRun(const QString &one, const QString &other);

/// The pages of runs in all windows, oldest first; shared by the windows. A page is included from its first window until it finishes.
/// Thread: the window's.
class OpenRuns final : public QObject
{
    Q_OBJECT

public:
    void add(RunPage *page);
    void remove(RunPage *page) { m_pages.removeOne(page); }

    /// Returns the page of the run at \p path, within \p window unless null. Prefers a page that trains the run. Returns null if
    /// there is none.
    RunPage *find(const QString &path, const QWidget *window = nullptr) const;
    /// Returns a page that overlays the run at \p path; null if there is none.
    const RunPage *findOverlaid(const QString &path) const;

Q_SIGNALS:
    /// The run at \p path has a new name or new notes.
    void labelled(const QString &path, const lensboard::record::RunLabel &label);

private:
    QList<RunPage *> m_pages;
};

} // namespace lensboard::app
