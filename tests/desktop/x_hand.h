#pragma once

#include <string>

struct _XDisplay; // NOLINT(bugprone-reserved-identifier): as Xlib calls it

namespace lensboard::test {

/// Mouse and keyboard of the X server named by $DISPLAY. Events reach windows as from a user: through the server, the window manager and the toolkit.
/// Contains no Qt code, because Xlib's macros conflict with Qt's headers.
class XHand
{
public:
    /// Throws std::runtime_error if there is no such server, or if it has no XTest.
    XHand();
    ~XHand();
    XHand(const XHand &) = delete;
    XHand &operator=(const XHand &) = delete;

    /// On the screen, in pixels.
    void moveTo(int x, int y);
    struct Geometry
    {
        int x = 0, y = 0, width = 0, height = 0;
    };
    /// Returns the position of \p window on the server, without its frame, in pixels. The toolkit learns it later.
    Geometry geometryOf(unsigned long window) const;
    void press(int button = 1);
    void release(int button = 1);
    void click(int button = 1);
    /// Scrolls towards the end of a page if \p notches is positive.
    void turnWheel(int notches);
    /// Presses keys together, by X names: "Control_L", "k".
    void pressKeys(std::initializer_list<const char *> keys);
    void hold(const char *key, bool down);
    /// Lower-case letters and digits.
    void type(const std::string &text);

    bool hasWindowManager() const;
    /// Returns true if a newly shown window gets the focus. During its start the window manager adopts windows without focusing them.
    bool newWindowsGetFocus();
    /// Returns the title in the frame of the focused window, or an empty string.
    std::string activeTitle() const;

private:
    unsigned long property(unsigned long window, const char *name) const;

    _XDisplay *m_display;
};

} // namespace lensboard::test
