#include "widgets/icon_strokes.h"

#include <QPolygonF>
#include <QTransform>

#include <initializer_list>

namespace lensboard::widgets {

namespace {

QPainterPath lines(std::initializer_list<QPolygonF> polylines)
{
    QPainterPath path;
    for (const QPolygonF &polyline : polylines)
        path.addPolygon(polyline);
    return path;
}

QPainterPath closed(const QPolygonF &polygon)
{
    QPainterPath path = lines({polygon});
    path.closeSubpath();
    return path;
}

/// Joins paths to be stroked one after the other. QPainterPath's + would return their common outline.
QPainterPath together(std::initializer_list<QPainterPath> parts)
{
    QPainterPath path;
    for (const QPainterPath &part : parts)
        path.addPath(part);
    return path;
}

/// A line so short that the pen draws a dot.
QPainterPath dot(double x, double y)
{
    return lines({{{x, y}, {x, y + 0.01}}});
}

QPainterPath box(double left, double top, double right, double bottom)
{
    QPainterPath path;
    path.addRoundedRect(QRectF(QPointF(left, top), QPointF(right, bottom)), 0.75, 0.75);
    return path;
}

QPainterPath ring()
{
    QPainterPath path;
    path.addEllipse(QPointF(8, 8), 6.25, 6.25);
    return path;
}

QPainterPath mirrored(const QPainterPath &path)
{
    return QTransform(-1, 0, 0, 1, 16, 0).map(path);
}

QPainterPath upsideDown(const QPainterPath &path)
{
    return QTransform(1, 0, 0, -1, 0, 16).map(path);
}

/// Mirrors at the diagonal: an arrow to the right becomes an arrow down.
QPainterPath transposed(const QPainterPath &path)
{
    return QTransform(0, 1, 1, 0, 0, 0).map(path);
}

QPainterPath questionMark()
{
    QPainterPath path(QPointF(6, 6.4));
    path.cubicTo(6, 3.9, 10, 3.9, 10, 6.4);
    path.cubicTo(10, 7.8, 8, 7.7, 8, 9.1);
    return together({path, dot(8, 11.4)});
}

QPainterPath arrow()
{
    return lines({{{2.5, 7.5}, {13.5, 7.5}}, {{9, 3}, {13.5, 7.5}, {9, 12}}});
}

QPainterPath chevrons()
{
    return lines({{{4, 4.5}, {7.5, 8}, {4, 11.5}}, {{8.5, 4.5}, {12, 8}, {8.5, 11.5}}});
}

QPainterPath file()
{
    return together({closed({{3.5, 1.5}, {9, 1.5}, {12.5, 5}, {12.5, 14.5}, {3.5, 14.5}}), lines({{{8.5, 2}, {8.5, 5.5}, {12, 5.5}}})});
}

QPainterPath folder()
{
    return closed({{1.5, 2.5}, {5.75, 2.5}, {7.5, 4.5}, {14.5, 4.5}, {14.5, 13.5}, {1.5, 13.5}});
}

/// Arrow of a link, inside the icon of a file or folder, centred at \p y.
QPainterPath linkArrow(double y)
{
    return lines({{{5.75, y}, {10.25, y}}, {{8.25, y - 2}, {10.25, y}, {8.25, y + 2}}});
}

QPainterPath openFolder()
{
    return together({lines({{{1.5, 13.5}, {1.5, 2.5}, {5.75, 2.5}, {7.5, 4.5}, {12.5, 4.5}, {12.5, 7.5}}}),
                     closed({{1.5, 13.5}, {4, 7.5}, {15, 7.5}, {12.5, 13.5}})});
}

QPainterPath list()
{
    QPainterPath path;
    for (const double y : {3.5, 7.5, 11.5})
        path.addPath(together({dot(2.5, y), lines({{{5.5, y}, {14, y}}})}));
    return path;
}

QPainterPath drive()
{
    return together({closed({{4, 3.5}, {12, 3.5}, {14.5, 8.5}, {14.5, 12.5}, {1.5, 12.5}, {1.5, 8.5}}),
                     lines({{{1.5, 8.5}, {14.5, 8.5}}}), dot(11.5, 10.5)});
}

QPainterPath home()
{
    return lines({{{1.5, 7.5}, {8, 2}, {14.5, 7.5}}, {{3.5, 6.5}, {3.5, 13.5}, {12.5, 13.5}, {12.5, 6.5}},
                  {{6.5, 13.5}, {6.5, 9.5}, {9.5, 9.5}, {9.5, 13.5}}});
}

QPainterPath trash()
{
    return lines({{{2, 4.5}, {14, 4.5}}, {{5.5, 4.5}, {5.5, 1.5}, {10.5, 1.5}, {10.5, 4.5}}, {{3.5, 4.5}, {4.25, 14.5}, {11.75, 14.5}, {12.5, 4.5}}});
}

QPainterPath overlappingWindows()
{
    return together({box(2.5, 5.5, 10.5, 13.5), lines({{{5.5, 5.5}, {5.5, 2.5}, {13.5, 2.5}, {13.5, 10.5}, {10.5, 10.5}}})});
}

QPainterPath ridges()
{
    QPainterPath path;
    for (const double y : {5.5, 9.5, 13.5})
        path.addPath(lines({{{1.5, y}, {5, y - 0.5}, {8, y - 4}, {11, y - 0.5}, {14.5, y}}}));
    return path;
}

} // namespace

QPainterPath iconStrokes(ControlIcon icon)
{
    switch (icon) {
    case ControlIcon::Overlay: return lines({{{2, 4}, {6, 8}, {10, 6}, {14, 9}}, {{2, 12}, {6, 5}, {10, 11}, {14, 3}}});
    case ControlIcon::Ridges: return ridges();
    case ControlIcon::Close: return lines({{{4.5, 4.5}, {11.5, 11.5}}, {{11.5, 4.5}, {4.5, 11.5}}});
    case ControlIcon::Restore: return overlappingWindows();
    case ControlIcon::Information: return together({ring(), dot(8, 4.9), lines({{{8, 7.5}, {8, 11.25}}})});
    case ControlIcon::Question: return together({ring(), questionMark()});
    case ControlIcon::Warning: return together({closed({{8, 2}, {14.5, 13.5}, {1.5, 13.5}}), lines({{{8, 6.25}, {8, 9}}}), dot(8, 11.25)});
    case ControlIcon::Error: return together({ring(), lines({{{5.75, 5.75}, {10.25, 10.25}}, {{10.25, 5.75}, {5.75, 10.25}}})});
    case ControlIcon::ArrowRight: return arrow();
    case ControlIcon::ArrowDown: return transposed(arrow());
    case ControlIcon::ArrowLeft: return mirrored(arrow());
    case ControlIcon::ArrowUp: return upsideDown(transposed(arrow()));
    case ControlIcon::MoreRight: return chevrons();
    case ControlIcon::MoreBelow: return transposed(chevrons());
    case ControlIcon::File: return file();
    case ControlIcon::FileLink: return together({file(), linkArrow(9.5)});
    case ControlIcon::Folder: return folder();
    case ControlIcon::FolderLink: return together({folder(), linkArrow(8.5)});
    case ControlIcon::OpenFolder: return openFolder();
    case ControlIcon::NewFolder: return together({folder(), lines({{{7.5, 6.5}, {7.5, 10.5}}, {{5.5, 8.5}, {9.5, 8.5}}})});
    case ControlIcon::List: return list();
    case ControlIcon::Details: return together({box(1.5, 2.5, 14.5, 13.5), lines({{{1.5, 6.5}, {14.5, 6.5}}, {{6.5, 6.5}, {6.5, 13.5}}})});
    case ControlIcon::Computer: return together({box(1.5, 2.5, 14.5, 11), lines({{{8, 11}, {8, 13.5}}, {{4.5, 13.5}, {11.5, 13.5}}})});
    case ControlIcon::Drive: return drive();
    case ControlIcon::Desktop: return together({box(1.5, 2.5, 14.5, 13.5), lines({{{1.5, 10.5}, {14.5, 10.5}}})});
    case ControlIcon::Home: return home();
    case ControlIcon::Trash: return trash();
    default: return {};
    }
}

} // namespace lensboard::widgets
