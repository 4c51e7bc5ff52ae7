#include "app/settings.h"

#include <QDir>
#include <QSettings>

#include <algorithm>
#include <functional>

namespace lensboard::app {

namespace {

constexpr qsizetype kMaxRecentFiles = 10, kMaxRecentCommands = 50, kMaxStates = 50;

QVariant value(const QString &key, const QVariant &fallback = {})
{
    return QSettings().value(key, fallback);
}

void setValue(const QString &key, const QVariant &value)
{
    QSettings().setValue(key, value);
}

QString geometryKey(int place)
{
    return place == 0 ? QStringLiteral("window/geometry") : QStringLiteral("window/geometry%1").arg(place + 1);
}

QString splitterKey(const QString &name)
{
    return QStringLiteral("window/splitter/") + name;
}

void putFirst(const QString &key, const QString &entry, qsizetype most)
{
    QStringList list = value(key).toStringList();
    list.removeAll(entry);
    list.prepend(entry);
    setValue(key, list.mid(0, most));
}

QVariantMap stateOf(const QString &group, const QString &key)
{
    return value(group + QStringLiteral("/states")).toMap()[key].toMap();
}

/// Keeps the states of the newest keys only. The list \p keys of the group has them, newest first.
void setStateOf(const QString &group, const QString &keys, const QString &key, const QVariantMap &state)
{
    const QString list = group + '/' + keys;
    putFirst(list, key, kMaxStates);
    const QStringList kept = value(list).toStringList();
    QVariantMap states = value(group + QStringLiteral("/states")).toMap();
    states[key] = state;
    for (const QString &known : states.keys())
        if (!kept.contains(known) || states[known].toMap().isEmpty())
            states.remove(known);
    setValue(group + QStringLiteral("/states"), states);
}

} // namespace

QStringList Settings::recentFiles()
{
    return value("recentFiles").toStringList();
}

void Settings::addRecentFile(const QString &path)
{
    putFirst("recentFiles", path, kMaxRecentFiles);
}

void Settings::clearRecentFiles()
{
    setValue("recentFiles", QStringList());
}

QStringList Settings::recentCommands()
{
    QStringList commands = value("recentCommands").toStringList();
    const QVariantMap uses = value("commandUses").toMap();
    std::ranges::stable_sort(commands, std::greater(), [&](const QString &id) { return uses[id].toInt(); });
    return commands;
}

void Settings::addRecentCommand(const QString &id)
{
    putFirst("recentCommands", id, kMaxRecentCommands);
    const QStringList known = value("recentCommands").toStringList();
    QVariantMap uses;
    for (const auto before = value("commandUses").toMap(); const QString &command : known)
        uses[command] = before[command].toInt() + (command == id ? 1 : 0);
    setValue("commandUses", uses);
}

QByteArray Settings::windowGeometry(int place)
{
    return value(geometryKey(place)).toByteArray();
}

void Settings::setWindowGeometry(int place, const QByteArray &geometry)
{
    setValue(geometryKey(place), geometry);
}

QSize Settings::dialogSize(const QString &name, const QSize &fallback)
{
    return value(QStringLiteral("window/dialog/") + name, fallback).toSize();
}

void Settings::setDialogSize(const QString &name, const QSize &size)
{
    setValue(QStringLiteral("window/dialog/") + name, size);
}

QByteArray Settings::splitter(const QString &name)
{
    return value(splitterKey(name)).toByteArray();
}

void Settings::setSplitter(const QString &name, const QByteArray &sizes)
{
    setValue(splitterKey(name), sizes);
}

QVariantMap Settings::runTable(const QString &folder)
{
    return stateOf("runTables", folder);
}

void Settings::setRunTable(const QString &folder, const QVariantMap &state)
{
    setStateOf("runTables", "folders", folder, state);
}

QVariantMap Settings::columnChoice(const QString &shape)
{
    return stateOf("columns", shape);
}

void Settings::setColumnChoice(const QString &shape, const QVariantMap &choice)
{
    setStateOf("columns", "shapes", shape, choice);
}

QStringList Settings::ignoredRules(const QString &experiment)
{
    return value("health/ignored").toMap().value(experiment).toStringList();
}

void Settings::setIgnoredRules(const QString &experiment, const QStringList &rules)
{
    QVariantMap all = value("health/ignored").toMap();
    if (rules.isEmpty())
        all.remove(experiment);
    else
        all[experiment] = rules;
    setValue("health/ignored", all);
}

QString Settings::lastFolder()
{
    return value("lastFolder", QDir::homePath()).toString();
}

void Settings::setLastFolder(const QString &folder)
{
    setValue("lastFolder", folder);
}

Theme Settings::theme()
{
    const QString name = value("theme").toString();
    return name == QLatin1String("light") ? Theme::Light : name == QLatin1String("dark") ? Theme::Dark : Theme::System;
}

void Settings::setTheme(Theme theme)
{
    setValue("theme", theme == Theme::Light ? "light" : theme == Theme::Dark ? "dark" : "system");
}

} // namespace lensboard::app
