#include "app/translation.h"

#include "app/settings.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace lensboard::app {

namespace {

const QString kFolder = QStringLiteral(":/translations");

void install(const QLocale &locale, const QString &name, const QString &folder)
{
    auto *translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(locale, name, QStringLiteral("_"), folder))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

} // namespace

QList<Language> languages()
{
    return {{QStringLiteral("en"), QStringLiteral("English")}, {QStringLiteral("de"), QStringLiteral("Deutsch")}};
}

void speakEnglish()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    install(QLocale(QLocale::English), QStringLiteral("lensboard"), kFolder); // has the plurals
}

void installTranslations()
{
    const QString chosen = Settings::language();
    const QLocale locale = chosen.isEmpty() ? QLocale::system() : QLocale(chosen);
    if (locale.language() != QLocale::system().language())
        QLocale::setDefault(locale);
    install(QLocale(QLocale::English), QStringLiteral("lensboard"), kFolder);
    install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(locale, QStringLiteral("lensboard"), kFolder);
}

} // namespace lensboard::app
