/* Choosing cards in the card reference: by words, set, kind and tag. What is chosen stands in the address, to be shared. */
(() => {
  const form = document.querySelector(".cw-filter");
  if (!form) return;
  const rows = [...document.querySelectorAll(".cw-list > li")];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const output = form.querySelector("output");

  const chosen = () => new Map([...new FormData(form)].filter(([, value]) => value !== ""));

  const fits = (row, wanted) =>
    [...wanted].every(([name, value]) =>
      name === "text"
        ? value.toLowerCase().split(/\s+/).every((word) => texts.get(row).includes(word))
        : (row.dataset[name] ?? "").split(" ").includes(value)
    );

  const show = () => {
    const wanted = chosen();
    let count = 0;
    for (const row of rows) {
      row.hidden = !fits(row, wanted);
      count += row.hidden ? 0 : 1;
    }
    output.textContent = (count === 1 ? form.dataset.one : form.dataset.many).replace("#", count);
    history.replaceState(null, "", wanted.size ? `#${new URLSearchParams([...wanted])}` : location.pathname);
  };

  const read = () => {
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      const field = form.elements.namedItem(name);
      if (field) field.value = value;
    }
    if (location.hash) show();
  };

  form.addEventListener("input", show);
  form.addEventListener("reset", () => setTimeout(show));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", read);
  read();
})();
