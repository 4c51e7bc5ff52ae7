#pragma once

#include <string>

struct _XDisplay; // NOLINT(bugprone-reserved-identifier): as Xlib calls it

namespace lensboard::test {

/// Mouse and keyboard of the X server that $DISPLAY names. What it does reaches windows as a user's hands do: through the
/// server, the window manager and the toolkit. Knows no Qt: Xlib's macros are not for the same file.
class XHand
{
public:
    /// Errors: std::runtime_error if there is no such server, or it has no XTest.
    XHand();
    ~XHand();
    XHand(const XHand &) = delete;
    XHand &operator=(const XHand &) = delete;

    /// On the screen, in pixels.
    void moveTo(int x, int y);
    struct Place
    {
        int x = 0, y = 0, width = 0, height = 0;
    };
    /// Returns where the server has \p window, without its frame, in pixels. A toolkit learns it later.
    Place placeOf(unsigned long window) const;
    void press(int button = 1);
    void release(int button = 1);
    void click(int button = 1);
    /// Towards the user, a page's end, if \p notches is positive.
    void turnWheel(int notches);
    /// Keys as X names them, held together: "Control_L", "k".
    void pressKeys(std::initializer_list<const char *> keys);
    void hold(const char *key, bool down);
    /// Lower-case letters and digits.
    void type(const std::string &text);

    bool hasWindowManager() const;
    /// Whether a window that is shown gets the focus; not while the window manager starts, which adopts it and leaves it at that.
    bool newWindowsGetFocus();
    /// Of the window that has the focus, as its frame shows it; empty if none has.
    std::string activeTitle() const;

private:
    unsigned long property(unsigned long window, const char *name) const;

    _XDisplay *m_display;
};

} // namespace lensboard::test
