import AditJSON
import AditTable

extension Table: Changeable {}
