// What the page knows last of who is here. A screen reads it when it is shown, and whenever it changes.
export class Store extends EventTarget {
  person = ""; // the id of whoever sits here
  name = ""; // and their name
  isVisiting = false; // whoever is here only looks on
  me = null; // the frame with their settings
  lobby = null; // the frame with the lists of matches, and when it arrived
  people = []; // the names of those who are in the room

  get mine() {
    return this.lobby?.mine ?? [];
  }

  set(changed) {
    Object.assign(this, changed);
    this.dispatchEvent(new Event("change"));
  }

  // What was told to the one who sat here before goes.
  sit(person, name) {
    this.set({ person, name, isVisiting: false, ...(person !== this.person && { me: null, lobby: null }) });
  }
}
