// What needs a script on the page of API tokens: making, copying and revoking them, and signing out.
const one = (selector) => document.querySelector(selector);
const tokens = '../v1/user/tokens';

const form = one('#create');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { name, days } = form.elements;
  const expiresAt = days.value ? new Date(Date.now() + days.value * 86_400_000).toISOString() : undefined;
  const scopes = [...form.querySelectorAll('[name=scope]:checked')].map(({ value }) => value);
  void attempt(form, async () => {
    const { token } = await call('POST', tokens, { name: name.value, expiresAt, scopes });
    one('#secret').value = token;
    form.hidden = true;
    one('#created').hidden = false;
    one('#copy').focus();
  });
});

one('#copy').addEventListener('click', async ({ target }) => {
  const secret = one('#secret');
  secret.select();
  try {
    await navigator.clipboard.writeText(secret.value);
    target.textContent = 'Copied';
  } catch {
    // Without TLS browsers have no clipboard to give: the text is selected, to be copied by hand.
    target.textContent = 'Selected: copy it';
  }
});
one('#done').addEventListener('click', () => location.reload());

for (const button of document.querySelectorAll('[data-revoke]')) {
  button.addEventListener('click', () => {
    if (!confirm(`Revoke "${button.dataset.name}"? Whatever uses it stops working at once.`)) return;
    void attempt(button, async () => {
      await call('DELETE', `${tokens}/${button.dataset.revoke}`);
      location.reload();
    });
  });
}

one('#sign-out').addEventListener('click', ({ target }) =>
  attempt(target, async () => {
    await call('DELETE', '../v1/user/session');
    location.reload();
  }),
);

for (const inert of document.querySelectorAll('[data-script]')) inert.disabled = false;

/** Does what was asked for, once, and says why when it fails. */
async function attempt(control, work) {
  const failure = one('#failure');
  failure.hidden = true;
  const buttons = control.matches('form') ? [...control.querySelectorAll('button')] : [control];
  for (const button of buttons) button.disabled = true;
  try {
    await work();
  } catch (error) {
    failure.textContent = error.message;
    failure.hidden = false;
    failure.focus();
  }
  for (const button of buttons) button.disabled = false;
}

async function call(method, path, body) {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, { method, ...(body && json) });
  if (answer.ok) return answer.status === 204 ? undefined : answer.json();
  // The session is over: the page says so by itself.
  if (answer.status === 401) location.reload();
  throw new Error((await answer.json()).error.message);
}
