#pragma once

#include <QByteArray>
#include <QSettings>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <utility>

namespace lensboard::app {

enum class Theme { System, Light, Dark };

/// A setting with a key of its own.
template<typename Value>
class Setting
{
public:
    explicit Setting(const char *key, Value fallback = {}) : m_key(key), m_fallback(std::move(fallback)) {}

    Value operator()() const { return QSettings().value(m_key, QVariant::fromValue(m_fallback)).template value<Value>(); }
    void set(const Value &value) const { QSettings().setValue(m_key, QVariant::fromValue(value)); }

private:
    const char *m_key;
    Value m_fallback;
};

/// Settings that persist between starts.
class Settings
{
public:
    static QStringList recentFiles();
    static void addRecentFile(const QString &path);
    static void clearRecentFiles();

    /// Commands used in the palette, most frequent first; equally frequent ones by last use.
    static QStringList recentCommands();
    static void addRecentCommand(const QString &id);

    /// Geometry by window: 0 is the first open window, 1 the second, and so on.
    static QByteArray windowGeometry(int place);
    static void setWindowGeometry(int place, const QByteArray &geometry);

    static QSize dialogSize(const QString &name, const QSize &fallback);
    static void setDialogSize(const QString &name, const QSize &size);

    /// Positions of the splitter \p name.
    static QByteArray splitter(const QString &name);
    static void setSplitter(const QString &name, const QByteArray &sizes);

    /// Visibility of tensors beside the plots of a run.
    static inline const Setting<bool> showsTensors{"tensors/shown", true};

    /// State of the run table of a folder, see widgets::RunTable::state(); kept for recently viewed folders.
    static QVariantMap runTable(const QString &folder);
    static void setRunTable(const QString &folder, const QVariantMap &state);
    /// Saved states of run tables, by name.
    static inline const Setting<QVariantMap> runViews{"runTables/views"};

    /// Uses of columns chosen for files of one shape; kept for recently chosen shapes. An empty choice is removed.
    static QVariantMap columnChoice(const QString &shape);
    static void setColumnChoice(const QString &shape, const QVariantMap &choice);

    /// Rules ignored in trainings of \p experiment.
    static QStringList ignoredRules(const QString &experiment);
    static void setIgnoredRules(const QString &experiment, const QStringList &rules);

    /// Visibility of the column with lens costs.
    static inline const Setting<bool> showsCosts{"lenses/costs", true};

    /// Format, size and colours of the last exported plot.
    static inline const Setting<QVariantMap> plotExport{"export/plot"};

    static inline const Setting<bool> reopensTabs{"tabs/reopen"};
    /// Files and folders open at the last exit.
    static inline const Setting<QStringList> openTabs{"tabs/open"};

    static QString lastFolder();
    static void setLastFolder(const QString &folder);

    static Theme theme();
    static void setTheme(Theme theme);

    /// Language code such as "de"; empty: the system's.
    static inline const Setting<QString> language{"language"};
};

} // namespace lensboard::app
