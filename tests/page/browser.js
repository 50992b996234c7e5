// As much of a browser as the modules of the page take that draw nothing.
class Kept {
  constructor() {
    this.values = new Map();
  }

  getItem(key) {
    return this.values.get(key) ?? null;
  }

  setItem(key, value) {
    this.values.set(key, value);
  }

  removeItem(key) {
    this.values.delete(key);
  }
}

// A browser in which nothing is kept yet.
export function openBrowser() {
  const given = {
    localStorage: new Kept(),
    sessionStorage: new Kept(),
    HTMLElement: Object,
    customElements: { define() {} },
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    document: {
      documentElement: { lang: "en" },
      querySelectorAll: () => [],
      addEventListener() {},
      removeEventListener() {},
    },
  };
  for (const [name, value] of Object.entries(given)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
