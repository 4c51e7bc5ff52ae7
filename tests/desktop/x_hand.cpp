#include "tests/desktop/x_hand.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace lensboard::test {

namespace {

constexpr int kWheelUp = 4, kWheelDown = 5;

/// Ignores errors: a queried window may already be gone.
int ignoreError(Display *, XErrorEvent *)
{
    return 0;
}

} // namespace

XHand::XHand() : m_display(XOpenDisplay(nullptr))
{
    int ignored;
    if (!m_display || !XTestQueryExtension(m_display, &ignored, &ignored, &ignored, &ignored))
        throw std::runtime_error("there is no X server with XTest at $DISPLAY");
    XTestGrabControl(m_display, True); // works also while a menu has grabbed the server
    XSetErrorHandler(ignoreError);
}

XHand::~XHand()
{
    XCloseDisplay(m_display);
}

XHand::Geometry XHand::geometryOf(unsigned long window) const
{
    Geometry geometry;
    Window ignored;
    XWindowAttributes attributes = {};
    XTranslateCoordinates(m_display, window, DefaultRootWindow(m_display), 0, 0, &geometry.x, &geometry.y, &ignored);
    XGetWindowAttributes(m_display, window, &attributes);
    geometry.width = attributes.width;
    geometry.height = attributes.height;
    return geometry;
}

void XHand::moveTo(int x, int y)
{
    XTestFakeMotionEvent(m_display, -1, x, y, CurrentTime);
    XSync(m_display, False);
}

void XHand::press(int button)
{
    XTestFakeButtonEvent(m_display, static_cast<unsigned>(button), True, CurrentTime);
    XSync(m_display, False);
}

void XHand::release(int button)
{
    XTestFakeButtonEvent(m_display, static_cast<unsigned>(button), False, CurrentTime);
    XSync(m_display, False);
}

void XHand::click(int button)
{
    press(button);
    release(button);
}

void XHand::turnWheel(int notches)
{
    for (int i = 0; i < std::abs(notches); ++i)
        click(notches > 0 ? kWheelDown : kWheelUp);
}

void XHand::hold(const char *key, bool down)
{
    const KeyCode code = XKeysymToKeycode(m_display, XStringToKeysym(key));
    if (!code)
        throw std::invalid_argument(std::string(key) + " is on no key");
    XTestFakeKeyEvent(m_display, code, down, CurrentTime);
    XSync(m_display, False);
}

void XHand::pressKeys(std::initializer_list<const char *> keys)
{
    for (const char *key : keys)
        hold(key, true);
    for (const char *const *key = keys.end(); key != keys.begin();)
        hold(*--key, false);
}

void XHand::type(const std::string &text)
{
    for (const char letter : text)
        pressKeys({std::string(1, letter).c_str()});
}

/// Returns the window in the property \p name of \p window, or 0.
unsigned long XHand::property(unsigned long window, const char *name) const
{
    Atom type;
    int format;
    unsigned long count = 0, rest, value = 0;
    unsigned char *data = nullptr;
    if (XGetWindowProperty(m_display, window, XInternAtom(m_display, name, False), 0, 1, False, XA_WINDOW, &type, &format, &count, &rest, &data) == Success && count)
        value = *reinterpret_cast<unsigned long *>(data);
    XFree(data);
    return value;
}

bool XHand::hasWindowManager() const
{
    return property(DefaultRootWindow(m_display), "_NET_SUPPORTING_WM_CHECK") != 0;
}

bool XHand::newWindowsGetFocus()
{
    constexpr auto kLook = std::chrono::milliseconds(10);
    constexpr int kLooks = 100;
    const Window root = DefaultRootWindow(m_display), window = XCreateSimpleWindow(m_display, root, 0, 0, 64, 64, 0, 0, 0);
    XMapWindow(m_display, window);
    bool isActive = false;
    for (int look = 0; look < kLooks && !isActive; ++look) {
        XSync(m_display, False);
        std::this_thread::sleep_for(kLook);
        isActive = property(root, "_NET_ACTIVE_WINDOW") == window;
    }
    XDestroyWindow(m_display, window);
    XSync(m_display, False);
    return isActive;
}

std::string XHand::activeTitle() const
{
    const Window window = property(DefaultRootWindow(m_display), "_NET_ACTIVE_WINDOW");
    Atom type;
    int format;
    unsigned long count = 0, rest;
    unsigned char *data = nullptr;
    std::string title;
    if (window && XGetWindowProperty(m_display, window, XInternAtom(m_display, "_NET_WM_NAME", False), 0, 1024, False,
                                     XInternAtom(m_display, "UTF8_STRING", False), &type, &format, &count, &rest, &data) == Success && count)
        title.assign(reinterpret_cast<char *>(data), count);
    XFree(data);
    return title;
}

} // namespace lensboard::test
