#include "widgets/gestures.h"

#include <QCoreApplication>

namespace lensboard::widgets {

namespace {

class Gestures
{
    Q_DECLARE_TR_FUNCTIONS(Gestures)

public:
    static QList<Gesture> ofPlots()
    {
        return {{tr("Point at it"), tr("Read the values there, in all plots")},
                {tr("Wheel"), tr("Scroll the page")},
                {tr("Ctrl+Wheel"), tr("Zoom along the x axis, around the mouse")},
                {tr("Shift+Wheel"), tr("Move along the x axis")},
                {tr("Drag"), tr("Move along the x axis; through time in a depth profile")},
                {tr("Shift+Drag"), tr("Zoom to the marked range")},
                {tr("Double click"), tr("Show all of the x axis")},
                {tr("Right click"), tr("Views, scale and limits of the plots of a tag")}};
    }

    static QList<Gesture> ofLists()
    {
        return {{tr("Space"), tr("Switch a lens, show or hide its plots")},
                {tr("Enter, double click"), tr("Settings of a lens; open a listed run")},
                {tr("Drop it"), tr("Open a file or a folder")}};
    }
};

} // namespace

QList<GestureGroup> gestures()
{
    return {{Gestures::tr("Plots"), Gestures::ofPlots()}, {Gestures::tr("Lenses and lists"), Gestures::ofLists()}};
}

} // namespace lensboard::widgets
