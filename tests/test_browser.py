"""The site in a headless Chromium. ``CARDWRIGHT_BROWSER=required`` in the environment forbids to skip these tests."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cardwright.compiler import project
from cardwright.compiler.documents.building import Order, build_all
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

DATA = Path(__file__).parent / "data"

OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
PHONE, DESK = (390, 844), (1300, 900)
PAGES = (
    "duel/index",
    "duel/rulebook/index",
    "duel/rulebook/attacking",
    "duel/cards/index",
    "duel/cards/ogre",
    "duel/faq/attacking",
    "duel/glossary",
    "duel/abilities",
    "duel/changes",
)


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without telling."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site of the toy game is served, in both languages."""
    folder = tmp_path_factory.mktemp("browsed")
    game = folder / "cards" / "duel"
    shutil.copytree(DATA / "duel", game)
    shutil.copytree(DATA / "printed", game, dirs_exist_ok=True)
    build_all(Order(project.find([folder / "cards"]), folder / "site", ("en", "it")))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder / "site")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    binary, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not binary or not driver:
        missing = "no Chromium with its driver here: `apt-get install chromium chromium-driver`"
        if os.environ.get("CARDWRIGHT_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    options = ChromeOptions()
    options.binary_location = binary
    for option in (*OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options=options, service=ChromeService(driver))
    yield chrome
    chrome.quit()


def complaints(browser: Chrome) -> list[str]:
    """What the console has said since it was last asked, but for small talk."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


def shown(browser: Chrome) -> list[str]:
    """The titles of the cards in the list that are to be seen."""
    rows = browser.find_elements(By.CSS_SELECTOR, ".cw-list > li")
    return [row.find_element(By.TAG_NAME, "a").text for row in rows if row.is_displayed()]


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("page", PAGES)
def test_pages_work_on_a_phone_and_on_a_desk(browser: Chrome, address: str, lang: str, page: str) -> None:
    for width, height in (PHONE, DESK):
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        browser.get(f"{address}/{lang}/{page}.html")
        assert browser.find_element(By.TAG_NAME, "h1").is_displayed()
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert complaints(browser) == []


def test_the_face_of_a_card_is_drawn(browser: Chrome, address: str) -> None:
    browser.get(f"{address}/en/duel/cards/ogre.html")
    face = browser.find_element(By.CSS_SELECTOR, "img.cw-face")
    WebDriverWait(browser, 10).until(lambda _: face.get_property("complete"))
    assert int(str(face.get_property("naturalWidth"))) > 100
    assert face.get_attribute("alt") == "The face of Ogre"


@pytest.mark.parametrize(("lang", "word", "title"), [("en", "Ogre", "Ogre"), ("it", "Cacciatore", "Cacciatore e cane")])
def test_search_finds_a_card(browser: Chrome, address: str, lang: str, word: str, title: str) -> None:
    browser.get(f"{address}/{lang}/index.html")
    browser.execute_script("document.querySelector('label.md-search__icon[for=__search]')?.click()")
    field = browser.find_element(By.CSS_SELECTOR, ".md-search__input")
    browser.execute_script("arguments[0].focus()", field)
    field.send_keys(word)

    def links(_: Chrome) -> list[str]:
        """All at once: results come and go while they are looked at."""
        found: list[list[str]] = browser.execute_script(
            "return [...document.querySelectorAll('.md-search-result__link')].map((one) => [one.href, one.textContent])"
        )
        return [address for address, text in found if title in text]

    hits = WebDriverWait(browser, 20).until(links)
    assert any("/duel/cards/" in hit for hit in hits)
    assert complaints(browser) == []


def test_cards_are_chosen_by_words_and_tags(browser: Chrome, address: str) -> None:
    browser.get(f"{address}/en/duel/cards/index.html")
    assert shown(browser) == ["Ambush", "Brute", "Hunter & Dog", "Ogre", "Sentry"]
    browser.find_element(By.NAME, "text").send_keys("killed fight")
    assert shown(browser) == ["Ogre"]
    assert browser.find_element(By.CSS_SELECTOR, ".cw-filter output").text == "1 card shown"
    assert browser.current_url.endswith("#text=killed+fight")
    browser.find_element(By.CSS_SELECTOR, ".cw-filter button").click()
    WebDriverWait(browser, 5).until(lambda _: len(shown(browser)) == 5)
    assert complaints(browser) == []


def test_a_link_to_a_tag_shows_its_cards(browser: Chrome, address: str) -> None:
    browser.get(f"{address}/en/duel/cards/ogre.html")
    browser.find_element(By.LINK_TEXT, "street").click()
    WebDriverWait(browser, 5).until(lambda _: "#tag=street" in browser.current_url)
    assert shown(browser) == ["Brute", "Ogre"]


FAINT = """
const rgb = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
const light = (colour) => {
  const [r, g, b] = colour.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (element) => {
  if (!element) return [255, 255, 255];
  const own = rgb(getComputedStyle(element).backgroundColor);
  return own[3] === 1 ? own.slice(0, 3) : over(own, ground(element.parentElement));
};
const faint = [];
for (const element of document.querySelectorAll(".md-content *")) {
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  if (!own || !element.checkVisibility() || element.matches(".headerlink, option")) continue;
  const behind = ground(element);
  const [one, other] = [light(over(rgb(getComputedStyle(element).color), behind)), light(behind)];
  const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  if (contrast < 3) faint.push(`${element.textContent.trim()}: ${contrast.toFixed(1)}`);
}
return faint;
"""
"""The texts that hardly stand out from what is behind them, with their contrast."""


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_read(browser: Chrome, address: str, scheme: str, page: str) -> None:
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    browser.get(f"{address}/en/{page}.html")
    browser.execute_script("localStorage.clear()")
    browser.refresh()
    assert browser.execute_script(FAINT) == []


def test_light_and_dark(browser: Chrome, address: str) -> None:
    for scheme, wanted in (("light", "default"), ("dark", "slate")):
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        )
        browser.get(f"{address}/en/duel/index.html")
        browser.execute_script("localStorage.clear()")
        browser.refresh()
        assert browser.find_element(By.TAG_NAME, "body").get_attribute("data-md-color-scheme") == wanted
