#include "app/dialogs/command_keywords.h"

#include "app/actions/menu_actions.h"

#include <QCoreApplication>

namespace lensboard::app {

namespace {

struct Keywords
{
    const char *context; ///< class that translates the action's name
    const char *name;    ///< name in the source code, untranslated
    const char *words;
};

constexpr Keywords kKeywords[] = {
    {"app::MainWindow", "New Experi&ment", "create training configuration model neu erstellen Experiment Training Modell"},
    {"app::MainWindow", "New from E&xperiment …", "load json torchscript train laden trainieren"},
    {"app::MainWindow", "&Open Run …", "load file import tensorboard csv laden Datei Lauf importieren"},
    {"app::MainWindow", "Open &Folder …", "directory list runs sweep Verzeichnis Ordner Läufe"},
    {"app::MainWindow", "Open Remo&te …", "ssh server cluster machine host Rechner fern entfernt"},
    {"app::MainWindow", "Recorded R&uns", "history list all aufgezeichnet Läufe Liste"},
    {"app::MainWindow", "&Save a Copy …", "save as duplicate speichern kopieren sichern"},
    {"app::MainWindow", "&Export …", "save image picture png svg pdf csv tensorboard Bild speichern exportieren"},
    {"app::MainWindow", "Cop&y Picture", "clipboard screenshot image Zwischenablage Bild kopieren"},
    {"app::MainWindow", "&Print …", "paper printer drucken Papier"},
    {"app::MainWindow", "&Close Tab", "close run schließen Reiter"},
    {"app::MainWindow", "&Quit", "exit close leave end program beenden verlassen schließen"},
    {"app::MainWindow", "Run &Details", "info environment events metadata hardware Umgebung Ereignisse Einzelheiten"},
    {"app::RunReading", "Columns of the &File …", "step run phase roles csv json table import read as Spalten Rollen Schritt lesen als"},
    {"app::MainWindow", "T&ensors", "feature maps filters images activations Bilder Merkmale Tensoren"},
    {"app::MainWindow", "F&ull Screen", "maximize fullscreen maximieren Vollbild"},
    {"app::ThemeMenu", "&Light", "white bright day theme colours colors hell weiß Farben"},
    {"app::ThemeMenu", "&Dark", "black night mode theme colours colors dunkel schwarz Farben"},
    {"app::ThemeMenu", "&System", "automatic theme desktop automatisch Farben"},
    {"app::HelpMenu", "&Manual", "help documentation docs guide handbook Hilfe Handbuch Anleitung Dokumentation"},
    {"app::HelpMenu", "&Keyboard Shortcuts", "keys hotkeys bindings mouse Tasten Tastenkürzel Maus"},
    {"app::HelpMenu", "&About Lensboard", "version license licence Lizenz Über"},
    {"app::TrainingActions", "Res&ume from Checkpoint", "continue restart go on weiter fortsetzen"},
    {"app::TrainingActions", "Train More Epoc&hs …", "continue longer further extend weiter länger verlängern Epochen"},
    {"widgets::RunControls", "&Start", "train begin play run go continue trainieren beginnen starten weiter"},
    {"widgets::RunControls", "&Pause", "halt wait hold anhalten warten"},
    {"widgets::RunControls", "S&tep One Batch", "single next iteration einzeln Schritt Batch"},
    {"widgets::RunControls", "Step to &Next Tick", "go to next tick single nächster Tick Schritt"},
    {"widgets::RunControls", "St&op", "end finish cancel abort kill beenden abbrechen"},
    {"widgets::RunControls", "Set &Learning Rate", "change adjust lr rate step size optimizer Lernrate setzen ändern einstellen Schrittweite"},
    {"widgets::BoardActions", "Logarithmic Values", "log scale y axis lin linear logarithmisch Skala Achse"},
    {"widgets::BoardActions", "Automatic Limits", "y axis range scale fit auto Achse Bereich Grenzen"},
    {"widgets::BoardActions", "Robust Limits", "y axis range outliers clip percentile Achse Ausreißer Grenzen"},
    {"widgets::BoardActions", "Typed Limits …", "y axis range minimum maximum set Achse Bereich Grenzen setzen"},
    {"widgets::BoardActions", "Hide This Tag", "remove plot close ausblenden verbergen entfernen"},
    {"widgets::BoardActions", "Plot on Whole Screen", "enlarge maximize full screen zoom vergrößern Vollbild"},
    {"widgets::BoardActions", "Copy Plot", "clipboard image picture png Zwischenablage Bild kopieren"},
    {"widgets::BoardActions", "Export Plot …", "save image picture png svg pdf figure size theme mm dpi paper Bild speichern Größe"},
    {"widgets::BoardActions", "&What Is This Plot?", "help explain meaning formula unit documentation Hilfe erklären Bedeutung Formel Einheit"},
    {"widgets::BoardActions", "Step", "set choose x axis iteration Achse wählen Schritt"},
    {"widgets::BoardActions", "Tick", "set choose x axis Achse wählen"},
    {"widgets::BoardActions", "Epoch", "set choose x axis Achse wählen Epoche"},
    {"widgets::BoardActions", "Samples", "set choose x axis examples Achse wählen Beispiele"},
    {"widgets::BoardActions", "Wall Time", "set choose x axis clock date hours Achse wählen Uhrzeit Zeit"},
    {"widgets::BoardActions", "Relative Time", "set choose x axis elapsed seconds Achse wählen Zeit Dauer"},
    {"widgets::BoardActions", "Smoother", "smooth smoothing more average filter noise ema glätten Glättung mehr Rauschen"},
    {"widgets::BoardActions", "Less Smooth", "smoothing less rougher raw average weniger glätten Glättung roh"},
    {"widgets::BoardActions", "Link Zoom", "synchronise sync axes koppeln verbinden"},
    {"widgets::BoardActions", "Zoom In", "enlarge closer magnify vergrößern hinein"},
    {"widgets::BoardActions", "Zoom Out", "smaller wider verkleinern hinaus"},
    {"widgets::BoardActions", "Reset Zoom", "fit all whole everything x axis alles zurücksetzen ganz"},
    {"widgets::BoardActions", "Follow", "live latest newest end scroll folgen neueste"},
    {"widgets::BoardActions", "Earlier", "pan left back scroll links früher"},
    {"widgets::BoardActions", "Later", "pan right forward scroll rechts später"},
    {"widgets::BoardActions", "Pin Cursor A", "marker measure compare difference Markierung messen vergleichen"},
    {"widgets::BoardActions", "Pin Cursor B", "marker measure compare difference Markierung messen vergleichen"},
    {"widgets::BoardActions", "Go to First Non-finite Layer", "nan inf infinite diverged exploded unendlich"},
    {"widgets::LayerPanel", "&Find Layers", "search filter go to module suchen Schicht Modul"},
    {"widgets::LayerPanel", "&Show Only These", "solo isolate alone nur allein"},
    {"widgets::LayerPanel", "Show &All", "unhide layers everything alle einblenden"},
};

} // namespace

QHash<QString, QString> commandKeywords()
{
    QHash<QString, QString> keywords;
    for (const Keywords &each : kKeywords) {
        const QByteArray context = QByteArrayLiteral("lensboard::") + each.context;
        const QString name = withoutMnemonic(QCoreApplication::translate(context.constData(), each.name));
        const QString english = withoutMnemonic(QString::fromUtf8(each.name));
        keywords[name] += ' ' + english + ' ' + QString::fromUtf8(each.words);
    }
    return keywords;
}

} // namespace lensboard::app
