import AditJSON

extension Table: Changeable {}
